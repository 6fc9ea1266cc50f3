"""What is printed: papers as PDF, black on white, made by typst from plain values. Texts are never instructions."""
