import { expect, test } from 'vitest';
import { createPictures } from './pictures.ts';

test('bytes beyond the last pixel are left out', async () => {
  const pixels = Uint8Array.from({ length: 12 }, (_, at) => at).buffer;
  const { data } = await createPictures().open({ kind: 'pixels', pixels, width: 4, height: 2 }).grey();
  expect([...data]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
