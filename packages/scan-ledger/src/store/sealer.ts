/** Encrypted JSON. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Encrypts what a lost phone must not reveal. */
export interface Sealer {
  /** @param context binds the result to its row: it opens with no other */
  seal(value: unknown, context: string): Promise<Sealed>;
  /** @throws where key, context or content do not match */
  unseal(sealed: Sealed, context: string): Promise<unknown>;
}

const ALGORITHM = 'AES-GCM';
const encode = (text: string) => new TextEncoder().encode(text);

/** Generates a key that cannot be exported. */
export function generateSealingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Creates a sealer with AES-GCM. */
export function createSealer(key: CryptoKey): Sealer {
  return {
    async seal(value, context) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const parameters = { name: ALGORITHM, iv, additionalData: encode(context) };
      return { iv, data: await crypto.subtle.encrypt(parameters, key, encode(JSON.stringify(value))) };
    },
    async unseal({ iv, data }, context) {
      const parameters = { name: ALGORITHM, iv, additionalData: encode(context) };
      return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, data)));
    },
  };
}
