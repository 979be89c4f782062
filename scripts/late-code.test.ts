import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages', 'auth-session');
const dist = join(folder, '.reports', 'dist');

/** Another team's first page, and what it loads when it is needed. */
const FILES: Record<string, string> = {
  'first-page': `
    import { createLateAuthSession, createSessionFetch, followUser, isSessionValid } from '${dist}/index.js';
    import { MESSAGES, prefixNames } from '${dist}/index.js';
    import { useSession } from '${dist}/hooks/index.js';
    import { SignInForm } from '${dist}/sign-in-form/index.js';
    const names = prefixNames('stock-room.');
    const load = async () => (await import('late')).createSession(names);
    console.log(createLateAuthSession({ load, names }), MESSAGES);
    console.log(createSessionFetch, followUser, isSessionValid, useSession, SignInForm);`,
  late: `
    import { createAuthSession } from '${dist}/index.js';
    export const createSession = (names) => createAuthSession({ baseUrl: '/', names });`,
};

test('a page with the built package has nothing of a late session in its first files', async () => {
  execFileSync(join(root, 'node_modules', '.bin', 'tsup'), ['--config', '../../tsup.config.ts', '--out-dir', dist], {
    cwd: folder,
  });
  const team = { name: 'team', resolveId: (id: string) => (id in FILES ? id : null), load: (id: string) => FILES[id] };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [team],
    build: { write: false, rollupOptions: { input: 'first-page', external: [/^react/] } },
  });
  const { output } = result as Extract<typeof result, { output: unknown }>;
  const chunks = output.filter((file) => file.type === 'chunk');
  const modules = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    return [...(chunk?.moduleIds ?? []), ...(chunk?.imports ?? []).flatMap(modules)];
  };
  const first = modules(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
  expect(first.length).toBeGreaterThan(1);
  expect(first.filter((module) => module.includes('/zod/'))).toEqual([]);
  expect(chunks.flatMap(({ moduleIds }) => moduleIds).some((module) => module.includes('/zod/'))).toBe(true);
});
