import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * Compares the texts of a language with those of the source language: what is missing, superfluous or empty, and what
 * takes other values than the source text.
 *
 * @returns one sentence for each problem
 */
export function findCatalogProblems(
  source: Readonly<Record<string, string>>,
  translated: Readonly<Record<string, string>>,
): string[] {
  const superfluous = Object.keys(translated).filter((id) => !Object.hasOwn(source, id));
  return [
    ...Object.entries(source).flatMap(([id, text]) => problemsOf(id, text, translated[id])),
    ...superfluous.map((id) => `"${id}" is not in the source.`),
  ];
}

function problemsOf(id: string, text: string, translation: string | undefined): string[] {
  if (translation === undefined) return [`"${id}" is missing.`];
  if (translation.trim() === '') return [`"${id}" is empty.`];
  const [expected, actual] = [valuesOf(text), valuesOf(translation)];
  return expected === actual ? [] : [`"${id}" takes ${actual || 'no values'} instead of ${expected || 'none'}.`];
}

/** The names of the values that a message takes, without those inside plural forms. */
function valuesOf(text: string): string {
  const message: CompiledMessage = compileMessage(text);
  const tokens = Array.isArray(message) ? message : [];
  return [...new Set(tokens.flatMap((token) => (typeof token === 'string' ? [] : [token[0]])))].sort().join(', ');
}
