/**
 * How Node is told to run the server: new objects get 4 MB of room at a time, not 16, so that they are swept while the
 * processor still has them at hand, and old ones are swept before they take much (bench/README.md, "resources").
 */
export const serverOptions = ['--max-semi-space-size=4', '--heap-growing-percent=10'];
