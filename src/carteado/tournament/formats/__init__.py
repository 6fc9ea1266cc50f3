"""Forms of dispute: stages, the slots that connect their matches, whole plans, draws and Swiss rounds."""
