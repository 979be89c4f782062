import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as react18 from 'react-18';
import { beforeAll, describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', 'packages');
const run = promisify(execFile);

/**
 * What a page has, what would be work, and what Jest's page lacks, where a test that imports a package may not need it:
 * whoever touches one while a package is imported is told so.
 */
const UNTOUCHABLE =
  'window document location localStorage sessionStorage indexedDB caches navigator matchMedia addEventListener ' +
  'BroadcastChannel Worker fetch setTimeout setInterval queueMicrotask requestAnimationFrame ' +
  'TextEncoder TextDecoder ReadableStream';

/** A program for plain Node without React that imports files, and prints for each the number of its exports or its error. */
const probe = (files: readonly string[]) => `
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
  const told = {};
  for (const file of ${JSON.stringify(files)}) {
    told[file] = await import(file).then((exported) => Object.keys(exported).length, String);
  }
  console.log(JSON.stringify(told));
`;

/** Documents that who installs a package does not have; those of W3C and GS1 are on the web. */
const LACKING =
  /^.*(?:\]\(\.\.\/|\bdocs\/|(?<!(?:W3C|RFC)[^\n]*)\bspecifications?\b|(?<!RFC[^\n]*)\bsection \d|\bdecision \d).*$/gm;

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  description: string;
  engines?: unknown;
  browserslist?: unknown;
  files?: unknown;
  sideEffects?: unknown;
  publishConfig?: { access: string; exports: unknown };
  exports: Record<string, string | { '@scantix/source': string; types?: string; default: string }>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const packages = readdirSync(folder).map((name) => {
  const path = (file: string) => join(folder, name, file);
  return { name, path, manifest: JSON.parse(readFileSync(path('package.json'), 'utf8')) as Manifest };
});

const WITHOUT_REACT = packages.flatMap(({ name, path, manifest }) =>
  Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'object' && /^\.(\/rules|\/testing)?$/.test(entry)
      ? [{ entry: join(name, entry), file: path(target['@scantix/source']), manifest }]
      : [],
  ),
);

describe('without React', () => {
  let told: Record<string, unknown>;
  let complaints: string;

  beforeAll(async () => {
    // In one process: Node takes two seconds to read the sources of one entry.
    const code = probe(WITHOUT_REACT.map(({ file }) => file));
    const { stdout, stderr } = await run(process.execPath, [
      '--conditions=@scantix/source',
      ...['--input-type=module', '--eval', code],
    ]);
    told = JSON.parse(stdout);
    complaints = stderr;
  });

  test.each(WITHOUT_REACT)('$entry is imported by plain Node, and touches nothing of a page', ({ file }) => {
    expect(told[file]).toBeTypeOf('number');
    expect(told[file]).toBeGreaterThan(0);
    expect(complaints).toBe('');
  });

  test.each(WITHOUT_REACT)(
    '$entry is bundled for a browser, as the fakes are for a story or a component test',
    async ({ file, manifest }) => {
      const external = Object.keys(manifest.peerDependencies ?? {});
      const conditions = ['@scantix/source'];
      const options = { bundle: true, platform: 'browser', format: 'esm', write: false, logLevel: 'silent' } as const;
      const { errors } = await build({ ...options, conditions, external, entryPoints: [file] });
      expect(errors).toEqual([]);
    },
  );
});

/** Whether a module, or one of its own that it imports, imports React at run time. */
function usesReact(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^'"]*from '([^']+)';$/gm);
  return [...imports].some(([, name = '']) =>
    name.startsWith('.') ? usesReact(join(dirname(file), name), seen) : /^(react|radix-ui|lucide-react)$/.test(name),
  );
}

const EVERY_ENTRY = packages.flatMap(({ name, path, manifest }) =>
  Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'object' && target.types && entry !== './testing'
      ? [{ entry: join(name, entry), file: path(target['@scantix/source']) }]
      : [],
  ),
);

test('an entry with hooks or components says that it runs in a browser, and no other does', () => {
  const says = EVERY_ENTRY.filter(({ file }) => readFileSync(file, 'utf8').startsWith("'use client';"));
  const needs = EVERY_ENTRY.filter(({ file }) => usesReact(file));
  expect(needs.map(({ entry }) => entry)).toContain('ui-shell/react');
  expect(says.map(({ entry }) => entry)).toEqual(needs.map(({ entry }) => entry));
});

test.each(packages.filter(({ manifest }) => manifest.peerDependencies?.react?.includes('^18')))(
  '$name imports nothing of React that React 18 lacks',
  ({ path }) => {
    const sources = globSync('src/**/*.{ts,tsx}', { cwd: path('.'), exclude: ['**/*.test.*', 'src/testing/**'] });
    const names = sources.flatMap((file) =>
      [...readFileSync(path(file), 'utf8').matchAll(/^import \{([^}]*)\} from 'react';$/gm)].flatMap(([, list = '']) =>
        list.split(',').map((name) => name.trim()),
      ),
    );
    expect(names.filter((name) => name && !name.startsWith('type ') && !(name in react18))).toEqual([]);
  },
);

const catalog = Object.fromEntries(
  [...readFileSync(join(folder, '../pnpm-workspace.yaml'), 'utf8').matchAll(/^ {2}"?([^":]+)"?: (\S+)$/gm)].map(
    ([, name, version]) => [name, version],
  ),
);

/** What has ES2024, which tsconfig.base.json lets the sources use, and `AbortSignal.any`. */
const ENGINES = { node: '>=22' };
const BROWSERS = ['chrome >= 119', 'edge >= 119', 'firefox >= 124', 'safari >= 17.4', 'ios_saf >= 17.4'];

describe.each(packages.filter(({ manifest }) => !manifest.private))('$name, published,', ({ name, path, manifest }) => {
  const readme = readFileSync(path('README.md'), 'utf8');

  test('its manifest says where it runs and what it contains', () => {
    expect(manifest).toMatchObject({
      name: `@scantix/${name}`,
      license: 'UNLICENSED',
      type: 'module',
      engines: ENGINES,
      browserslist: BROWSERS,
      publishConfig: { access: 'restricted' },
    });
    expect(manifest.description).toMatch(/^\S.*\.$/);
    expect(manifest).toHaveProperty('sideEffects');
    const shipped = manifest.files?.filter((pattern) => !pattern.startsWith('!'));
    expect(shipped).toEqual(['dist', 'README.md', 'CHANGELOG.md']);
  });

  test('it publishes each entry of the workspace, with its declarations', () => {
    expect(manifest.publishConfig?.exports).toEqual(
      Object.fromEntries(Object.entries(manifest.exports).map(([entry, target]) => [entry, publishedTarget(target)])),
    );
  });

  test('its users get the fixes of what it depends on, and no next major version', () => {
    const { 'zxing-wasm': _exact, ...dependencies } = manifest.dependencies ?? {};
    const ranges = Object.entries({ ...dependencies, ...manifest.peerDependencies }).map(([name, range]) =>
      range === 'catalog:' ? catalog[name] : range.replace('workspace:', ''),
    );
    expect(ranges.filter((range) => !range?.startsWith('^'))).toEqual([]);
  });

  test('the README says what it holds, how to use it and what it costs', () => {
    const titles = [...readme.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    for (const title of ['Example', 'Errors', 'Testing with it', 'Guarantees', 'Size']) expect(titles).toContain(title);
    expect(titles).toContainEqual(expect.stringMatching(/^Options/));
  });

  test('README and comments name no document that stands in this repository alone', () => {
    const sources = globSync('src/**/*.{ts,tsx}', { cwd: path('.'), exclude: ['**/*.test.*', '**/*.suite.*'] });
    const texts = [readme, ...sources.map((file) => readFileSync(path(file), 'utf8'))];
    const found = texts.flatMap((text) => text.match(LACKING)?.map((match) => match.trim()) ?? []);
    expect(found).toEqual([]);
  });

  test('the example of the README is the one that is compiled and run', () => {
    const file = existsSync(path('example.tsx')) ? 'example.tsx' : 'example.ts';
    const block = readme.match(/^## Example\n\n```tsx?\n(.*?)```$/ms)?.[1];
    expect(block).toBe(readFileSync(path(file), 'utf8'));
  });

  test('a call that the README names has every option that may not be left out', () => {
    const api = readFileSync(join(folder, '../docs/api', `${name}.md`), 'utf8');
    const lacking = [...readme.matchAll(/`(\w+)\(\{ ([^}]+)\}\)`/g)].flatMap(([, called, given = '']) => {
      const type = api.match(new RegExp(`function ${called}(?:<[^\\n]*>)?\\(\\w+: (\\w+)`))?.[1];
      const members = api.match(new RegExp(`interface ${type}\\b[^\\n]* \\{\\n(.*?)^\\}`, 'ms'))?.[1] ?? '';
      expect(members !== '', `docs/api has the members of ${type}, the options of ${called}`).toBe(type !== undefined);
      const needed = [...members.matchAll(/^ {4}(?:readonly )?(\w+)[:(]/gm)].map(([, option]) => option);
      const named = given.match(/\w+/g) ?? [];
      return needed.filter((option) => !named.includes(option)).map((option) => `${called}: ${option}`);
    });
    expect(lacking).toEqual([]);
  });
});

/** An entry of the workspace as the registry has it: without its source, and everything from `dist`. */
function publishedTarget(target: Manifest['exports'][string]): unknown {
  if (typeof target === 'string') return target.replace(/^\.\/(?!package\.json|dist\/)/, './dist/');
  const { '@scantix/source': _source, ...published } = target;
  return published.types === undefined ? published.default : published;
}

const PLUMBING = '@scantix/runtime-utils';

test('the private package is bundled: nobody installs it', () => {
  expect(packages.flatMap(({ name, manifest }) => (dependsOn(manifest, PLUMBING) ? [name] : []))).toEqual([]);
});

function dependsOn({ dependencies, peerDependencies }: Manifest, name: string): boolean {
  return name in { ...dependencies, ...peerDependencies };
}

test('what the styles of ui-shell ask of the theme, the theme has', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: folder, exclude: ['**/*.test.*'] })
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
  const styles = read('ui-shell/src/**/*.{css,tsx}');
  const asked = new Set([...styles.matchAll(/var\((--stx-[\w-]+)/g)].map(([, name]) => name));
  const given = new Set([...read('theme/src/tokens.css').matchAll(/^ *(--stx-[\w-]+):/gm)].map(([, name]) => name));
  expect(asked.size).toBeGreaterThan(50);
  expect([...asked].filter((name) => !given.has(name))).toEqual([]);
  const shell = packages.find(({ name }) => name === 'ui-shell');
  expect(shell?.manifest.peerDependencies).toHaveProperty('@scantix/theme', 'workspace:^');
});

const workflows = join(folder, '../.github/workflows');

test.each(readdirSync(workflows))(
  '%s names the actions of others by the hash of a commit, which nobody can move',
  (file) => {
    const text = readFileSync(join(workflows, file), 'utf8');
    const actions = [...text.matchAll(/\buses: (?!\.\/)(.+)$/gm)].map(([, action]) => action);
    expect(actions).not.toEqual([]);
    expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  },
);
