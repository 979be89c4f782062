import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededRandom } from '../../src/testing/seeded-random.ts';
import type { Kind } from './session-kinds.ts';

/** The folders of a corpus for each symbology. */
const foldersOf: Readonly<Record<Kind, RegExp>> = {
  qr_code: /^qrcode-/,
  aztec: /^aztec-/,
  data_matrix: /^datamatrix-/,
  pdf417: /^pdf417-/,
  code_128: /^code128-/,
  ean_13: /^ean13-\d/,
  ean_8: /^ean8-/,
  upc_a: /^upca-\d/,
  upc_e: /^upce-/,
};

/** A photograph and the text of its code. */
export interface Photo {
  readonly file: string;
  readonly text: string;
}

/** The photographs of a corpus that have a text file, by symbology. */
export async function listPhotos(corpus: string) {
  const left = new Map<string, Photo[]>();
  const folders = (await readdir(corpus, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const [kind, pattern] of Object.entries(foldersOf)) {
    const photos: Photo[] = [];
    for (const { name } of folders
      .filter(({ name }) => pattern.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const files = (await readdir(join(corpus, name))).sort();
      for (const file of files.filter((file) => /\.(png|webp|jpe?g)$/.test(file))) {
        const textFile = file.replace(/\.\w+$/, '.txt');
        if (!files.includes(textFile)) continue;
        photos.push({ file: join(corpus, name, file), text: await readFile(join(corpus, name, textFile), 'utf8') });
      }
    }
    left.set(kind, photos);
  }
  return {
    /** A photograph of this symbology that was not used before; none when they are used up. */
    take(kind: Kind, random: SeededRandom): Photo | undefined {
      const photos = left.get(kind) ?? [];
      return photos.splice(Math.floor(random.next() * photos.length), 1)[0];
    },
  };
}
