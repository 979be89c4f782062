/** The bytes of the WebAssembly decoder, for tests in Node, whose `fetch` reads no files. */
export async function readWasmBytes(): Promise<ArrayBuffer> {
  const { readFile } = await import('node:fs/promises');
  const file = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
}
