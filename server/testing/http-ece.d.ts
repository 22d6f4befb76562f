declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';
  /** Decrypts a body in the `aes128gcm` content encoding (RFC 8188). */
  export function decrypt(
    body: Buffer,
    parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
