/** Component styles would need classes of their own; the súmula's look is plain CSS in `src/sumula/styles`. */
export default { compilerOptions: { runes: true } };
