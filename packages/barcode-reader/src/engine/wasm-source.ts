/** Where the WebAssembly binary comes from: an address to fetch, or the bytes themselves. */
export type WasmSource = { readonly url: string } | { readonly bytes: ArrayBuffer };
