/**
 * How Node is told to run the server: new objects get little room, and old ones are swept before they take much. A call
 * leaves little behind, so that this costs no speed that could be measured, and under load the server holds a third less
 * (bench/README.md, "resources").
 */
export const serverOptions = ['--max-semi-space-size=2', '--memory-saver-mode'];
