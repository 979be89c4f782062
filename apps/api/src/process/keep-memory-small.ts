import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 collect before its heap grows, and compile one function of WebAssembly at a time. It must run before the embedded
 * database is compiled.
 */
export function keepMemorySmall(): void {
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--wasm-num-compilation-tasks=1');
}
