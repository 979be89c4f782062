import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const PAGES = join(import.meta.dirname, '../../../../docs/adopt');
const BLOCK = /^```tsx?\n(.*?)^```$/gms;

/**
 * Writes the code of the pages in docs/adopt to where the packages are installed; each page has a folder. `unnamed` has the
 * blocks without the name of a file, of pages that name files.
 */
export function writeAdoptCode() {
  const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.adopt-'));
  const unnamed: string[] = [];
  for (const page of globSync('*.md', { cwd: PAGES })) {
    const blocks = [...readFileSync(join(PAGES, page), 'utf8').matchAll(BLOCK)].map(([, code = '']) => code);
    const files = blocks.map((code) => /^\/\/ (\S+\.tsx?)\n/.exec(code)?.[1]);
    if (files.every((file) => file === undefined)) continue; // a test of its own runs this page
    mkdirSync(join(folder, basename(page, '.md')));
    for (const [index, code] of blocks.entries()) {
      const file = files[index];
      if (file) writeFileSync(join(folder, basename(page, '.md'), file), code);
      else unnamed.push(`${page}: ${code}`);
    }
  }
  return { folder, unnamed };
}
