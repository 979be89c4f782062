import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * Reads the texts of a PO file by their ids. Needs Node.js and `@lingui/format-po`.
 *
 * @throws an `Error` without that package, what Node.js says where the file cannot be read, and the parser where it is no PO file
 */
export async function readPoFile(file: URL): Promise<Record<string, string>> {
  // Not imported: a bundler for the browser, which knows no module of Node.js, takes the fake environment.
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  const formatter = await loadFormatter();
  const context = { locale: '', sourceLocale: '', filename: file.pathname };
  const catalog = await formatter({ explicitIdAsDefault: true }).parse(await readFile(file, 'utf8'), context);
  return Object.fromEntries(Object.entries(catalog).map(([id, { translation = '' }]) => [id, translation]));
}

async function loadFormatter() {
  // Outside of `try`, a bundler would end with an error where the optional parser is not installed.
  try {
    return (await import('@lingui/format-po')).formatter;
  } catch (cause) {
    throw new Error('readPoFile needs @lingui/format-po, which your app installs itself', { cause });
  }
}

/** Compiles texts as Lingui's bundler plug-in does, all of ICU included. */
export function compileTexts(texts: Readonly<Record<string, string>>): Messages {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
}
