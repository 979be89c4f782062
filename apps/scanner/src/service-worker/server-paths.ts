/** Addresses that the server answers itself, with their queries: its calls, its own pages, and files by their names. */
export const SERVER_PATHS: readonly RegExp[] = [
  /^\/(admin|assets|config|demo|docs|healthz|readyz|scantix|telemetry|tickets|v0)([/?]|$)/,
  /^\/[^/?]+\.\w+(\?|$)/,
];
