import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { compileTexts, findCatalogProblems, readPoFile } from './index.ts';

const source = { Welcome: 'Welcome', 'Hello {name}': 'Hello {name}', Close: 'Close' };

test('a whole translation has no problems', () => {
  const german = { Welcome: 'Willkommen', 'Hello {name}': '{name}, hallo', Close: 'Schließen' };
  expect(findCatalogProblems(source, german)).toEqual([]);
});

test('a message that is missing, empty, superfluous or takes other values is a problem', () => {
  const german = { Welcome: ' ', 'Hello {name}': 'Hallo {nam}', Old: 'Alt' };
  expect(findCatalogProblems(source, german)).toEqual([
    '"Welcome" is empty.',
    '"Hello {name}" takes nam instead of name.',
    '"Close" is missing.',
    '"Old" is not in the source.',
  ]);
});

test('a PO file is read and compiled as the bundler does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'i18n-'));
  const file = join(folder, 'de.po');
  await writeFile(file, 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "Hello {name}"\nmsgstr "Hallo {name}"\n');
  const texts = await readPoFile(pathToFileURL(file));
  await rm(folder, { recursive: true });
  expect(texts).toEqual({ 'Hello {name}': 'Hallo {name}' });
  expect(compileTexts(texts)).toEqual({ 'Hello {name}': ['Hallo ', ['name']] });
});
