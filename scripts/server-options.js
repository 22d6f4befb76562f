/**
 * How Node is told to run the server: new objects get little room. A call leaves little behind, so that sweeping more often
 * costs no speed that could be measured, and the server holds a quarter less under load (bench/README.md, "resources").
 */
export const serverOptions = ['--max-semi-space-size=2'];
