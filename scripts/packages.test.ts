import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', 'packages');
const run = promisify(execFile);

/** What a page has, and what would be work: whoever touches one while a package is imported is told so. */
const UNTOUCHABLE =
  'window document location localStorage sessionStorage indexedDB caches navigator matchMedia addEventListener ' +
  'BroadcastChannel Worker fetch setTimeout setInterval queueMicrotask requestAnimationFrame';

const probe = (file: string) => `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (/^(react|react-dom|jotai)(\\/|$)/.test(name)) throw new Error(name + ' is not installed');
      return next(name, context);
    },
  });
  for (const name of '${UNTOUCHABLE}'.split(' ')) {
    Object.defineProperty(globalThis, name, { get() { throw new Error(name + ' was touched at import'); } });
  }
  console.log(Object.keys(await import('${file}')).length);
`;

describe.each(readdirSync(folder))('%s', (name) => {
  const path = (file: string) => join(folder, name, file);
  const readme = readFileSync(path('README.md'), 'utf8');
  const { exports } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    exports: Record<string, string | { '@scantix/source': string }>;
  };
  const entries = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'object' && /^\.(\/rules|\/testing)?$/.test(entry) ? [[entry, target['@scantix/source']]] : [],
  ) as [string, string][];

  test('the README says what it holds, how to use it and what it costs', () => {
    const titles = [...readme.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    for (const title of ['Example', 'Errors', 'Testing with it', 'Guarantees', 'Size']) expect(titles).toContain(title);
    expect(titles).toContainEqual(expect.stringMatching(/^Options/));
  });

  test('the example of the README is the one that is compiled and run', () => {
    const file = existsSync(path('example.tsx')) ? 'example.tsx' : 'example.ts';
    const block = readme.match(/^## Example\n\n```tsx?\n(.*?)```$/ms)?.[1];
    expect(block).toBe(readFileSync(path(file), 'utf8'));
  });

  test.each(entries)(
    '%s is imported by plain Node, without React, and touches nothing of a page',
    async (_entry, source) => {
      const args = ['--conditions=@scantix/source', '--input-type=module', '--eval', probe(path(source))];
      const { stdout, stderr } = await run(process.execPath, args);
      expect({ exports: Number(stdout) > 0, stderr }).toEqual({ exports: true, stderr: '' });
    },
  );
});
