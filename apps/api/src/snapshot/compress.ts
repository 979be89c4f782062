import { promisify } from 'node:util';
import { constants, gunzip, gzip, gzipSync } from 'node:zlib';

/** Huffman coding alone: ciphertext in base64 has no repetitions, only six used bits of eight. */
const OPTIONS = { strategy: constants.Z_HUFFMAN_ONLY };

/** Compresses lines with gzip. */
export const compress = (body: Uint8Array): Promise<Buffer> => promisify(gzip)(body, OPTIONS);

/** The same on this thread. */
export const compressSync = (body: Uint8Array): Buffer => gzipSync(body, OPTIONS);

/** The lines of a body. */
export const decompress: (body: Uint8Array) => Promise<Buffer> = promisify(gunzip);
