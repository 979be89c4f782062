import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The `data-` attributes that `pattern` finds in the files of the app. */
function findAttributes(files: string, pattern: RegExp): string[] {
  const sources = globSync(files, { cwd: new URL('..', import.meta.url) });
  const texts = sources.map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

test('every attribute that a style selects is set by a view', () => {
  const selected = findAttributes('styles/*.css', /\[(data-[\w-]+)/g);
  const set = findAttributes('**/*.tsx', /\b(data-[\w-]+)=/g);
  expect(selected.length).toBeGreaterThan(0);
  expect(selected.filter((name) => !set.includes(name))).toEqual([]);
});
