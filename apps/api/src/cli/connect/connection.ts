/** A way to the administration: a server's socket, or the backend in this process. */
export interface Connection extends AsyncDisposable {
  readonly fetch: typeof globalThis.fetch;
}
