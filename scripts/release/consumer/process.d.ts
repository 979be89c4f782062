/** What Next.js puts into a page at its build. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
