/**
 * The build of the app: the hash in the name of the page's first module, which changes with everything that the module
 * loads. vite.config.ts says how long it is. `undefined` in development.
 */
export function readBuild(page: ParentNode = document): string | undefined {
  const first = page.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  return first?.match(/-([\w-]{7})\.js$/)?.[1];
}
