/** A name for one write that nothing else has. (`crypto.randomUUID` is missing on plain http in a home network.) */
export function newWriteKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
