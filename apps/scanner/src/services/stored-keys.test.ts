import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const app = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, app), 'utf8');
const keysIn = (text: string, quote: string) =>
  [...text.matchAll(new RegExp(`${quote}(scanner[A-Z]\\w*)${quote}`, 'g'))].map(([, key]) => key);

test('the README lists every key of local storage that this app and its packages add', () => {
  const sources = globSync(['src/**/*.{ts,tsx}', 'public/*.js', '../../packages/*/src/**/*.{ts,tsx}'], { cwd: app });
  const texts = sources.filter((path) => !/\.test\.|testing/.test(path)).map(read);
  const used = new Set(texts.flatMap((text) => keysIn(text, "'")));
  expect(new Set(keysIn(read('README.md'), '`'))).toEqual(used);
});
