/** Something that keeps the server from starting and that the person who starts it can mend: said without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
