import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const operations = read('docs/operations.md');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

test('what patronictl changes, it changes with the names and passwords of this machine', () => {
  const [, environment = ''] = read('deploy/high-availability/patroni.env').match(/^# (\S+) of db1/) ?? [];
  const calls = operations.match(/^.*patronictl .*$/gm)?.filter((line) => !/patronictl .* list\b/.test(line)) ?? [];
  expect(calls).not.toEqual([]);
  for (const call of calls)
    expect(call).toContain(`( set -a; . ${environment}; patronictl -c /etc/patroni/config.yml switchover )`);
});

test('the page says which address the machine of Scantix had when the failover was measured', () => {
  const [, here = 'none'] = read('packages/scan-ledger/bench/failover/network.ts').match(/HERE = '(.+)'/) ?? [];
  expect(operations).toMatch(new RegExp(`machines of Scantix have an address in it too, such as\\s${here}\\.`));
});

test('a new build in containers keeps the passwords of its database, and is built', () => {
  const blocks = [...operations.matchAll(/^```sh containers\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const starts = blocks.filter((block) => block.includes('compose.yaml up '));
  expect(starts).toHaveLength(2);
  expect(starts[0]).toMatch(/> deploy\/\.env\n.* up --detach$/m);
  expect(starts[1]).not.toContain('openssl');
  expect(starts[1]).toMatch(/^cp \S+\/deploy\/\.env deploy\/\.env\n[\s\S]* up --build --detach$/m);
});

test('no proxy of deploy/ keeps an idle connection for as long as the server does', () => {
  const seconds = (file: string, setting: RegExp) => Number(read(file).match(setting)?.[1]);
  const ofServer = seconds('apps/api/src/http/start-listening.ts', /keepAliveTimeout: (\d+)_000,/);
  expect(seconds('deploy/nginx.conf', /^ +keepalive_timeout (\d+)s;$/m)).toBeLessThan(ofServer);
  expect(seconds('deploy/Caddyfile', /^\t+keepalive (\d+)s$/m)).toBeLessThan(ofServer);
  const [, scantix] = read('deploy/high-availability/haproxy.cfg').split('listen scantix');
  expect(scantix).toMatch(/^ +option http-server-close$/m);
  expect(seconds('deploy/high-availability/haproxy.cfg', /not been asked on for (\d+) s:/)).toBe(ofServer);
  expect(seconds('docs/operations.md', /an unused connection to the server for (\d+) s or longer/)).toBe(ofServer);
});

test('what a document starts of the built server, it starts with the Node.js of the workspace', () => {
  const starts = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => read(file).match(/.*\bnode apps\/api\/dist\/.*/g) ?? []);
  expect(starts).not.toEqual([]);
  for (const start of starts) expect(start).toContain('npx node apps/api/dist/');
});

test('the README of the API says what each folder of its sources holds', () => {
  const [, table = ''] = read('apps/api/README.md').split('## How it is laid out');
  const rows = [...table.matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell).join('');
  const named = [...rows.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  const folders = readdirSync(join(root, 'apps/api/src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

test('decision 0001 gives a reason for everything at the top level', () => {
  const decision = read('docs/decisions/0001-what-stands-at-the-top.md');
  const named = [...decision.matchAll(/`([^`/]+)`/g)].map(([, name]) => name);
  const top = new Set(files.map((file) => file.split('/')[0]));
  expect([...top].filter((name) => !named.includes(name))).toEqual([]);
});

test.each(readdirSync(join(root, 'docs/decisions')))('the files that decision %s names are there', (decision) => {
  const named = [...read(`docs/decisions/${decision}`).matchAll(/`([\w.-][\w./-]*\.[a-z]{2,4})`/g)].map(
    ([, file]) => file,
  );
  const paths = named.filter((file = '') => /\.(tsx?|mjs|js|sql|md|json|ya?ml|css|html|sh|cfg|webp)$/.test(file));
  expect(paths.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
});

test('the glossary has each word once, and what carries it is there', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| (?!word +\||-)(.+?) +\| .+ \| (.+?) +\|$/gm)];
  const words = rows.flatMap(([, cell = '']) => cell.split(', '));
  expect(words.length).toBeGreaterThan(80);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  const paths = rows.flatMap(([, , where = '']) => where.match(/(?<=`)[\w-]+\/[\w./-]+(?=`)/g) ?? []);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !files.some((file) => `/${file}`.includes(`/${path}`)))).toEqual([]);
  const sources = files.filter((file) => /^(apps|packages)\/.*\.(tsx?|json)$/.test(file)).map(read);
  const inSources = new Set(sources.join('\n').match(/[\w-]+/g));
  const names = rows.flatMap(([, , where = '']) => where.match(/(?<=`)[\w.-]+(?=`)/g) ?? []);
  expect(names.flatMap((name) => name.split('.')).filter((name) => !inSources.has(name))).toEqual([]);
});
