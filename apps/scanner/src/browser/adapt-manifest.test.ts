import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../public/${name}.webmanifest`, import.meta.url), 'utf8'));

test('the manifest without Results is the manifest without its shortcut to Results', async () => {
  const { shortcuts, ...rest } = await read('manifest');
  const isResults = ({ url }: { url: string }) => url === '/results';
  expect(shortcuts.filter(isResults)).toHaveLength(1);
  const kept = shortcuts.filter((shortcut: { url: string }) => !isResults(shortcut));
  expect(await read('manifest-without-results')).toEqual({ ...rest, shortcuts: kept });
});
