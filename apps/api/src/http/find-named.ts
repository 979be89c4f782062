import { ApiError } from './api-error.ts';

/**
 * Finds a thing by its id or name.
 * @throws ApiError `not_found`, with the names that come near
 */
export function findNamed<Thing extends { readonly id: string; readonly name: string }>(
  kind: string,
  things: readonly Thing[],
  idOrName: string,
): Thing {
  const found = things.find(({ id }) => id === idOrName) ?? things.find(({ name }) => name === idOrName);
  if (found) return found;
  const near = things.filter(({ name }) => isNear(name, idOrName)).map(({ name }) => `"${name}"`);
  const hint = near.length > 0 ? `. Did you mean ${near.slice(0, 3).join(' or ')}?` : '';
  throw new ApiError('not_found', `There is no such ${kind}${hint}`);
}

/** Whether a name differs from what was typed by letter case, by its end, or by a few letters. */
function isNear(name: string, typed: string): boolean {
  const [one, other] = [fold(name), fold(typed)];
  if (one === other || (other.length >= 3 && (one.startsWith(other) || other.startsWith(one)))) return true;
  return distance(one, other) <= Math.min(3, Math.floor(one.length / 3));
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The Levenshtein distance: how many letters to add, drop or change. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const change = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
