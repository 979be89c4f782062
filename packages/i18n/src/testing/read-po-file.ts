import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * Reads the texts of a PO file by their ids. Needs Node.js and `@lingui/format-po`.
 *
 * @throws what Node.js says where the file cannot be read, and the parser where it is no PO file
 */
export async function readPoFile(file: URL): Promise<Record<string, string>> {
  // Not imported: a bundler for the browser, which knows no module of Node.js, takes the fake environment.
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  const { formatter } = await import('@lingui/format-po');
  const context = { locale: '', sourceLocale: '', filename: file.pathname };
  const catalog = await formatter({ explicitIdAsDefault: true }).parse(await readFile(file, 'utf8'), context);
  return Object.fromEntries(Object.entries(catalog).map(([id, { translation = '' }]) => [id, translation]));
}

/** Compiles texts as Lingui's bundler plug-in does, all of ICU included. */
export function compileTexts(texts: Readonly<Record<string, string>>): Messages {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
}
