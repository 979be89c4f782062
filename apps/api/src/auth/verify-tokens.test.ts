import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { rotateKeys } from './manage-keys.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/verify-tokens.md');
const README = join(import.meta.dirname, '../../../../packages/auth-session/README.md');

test('the service of docs/verify-tokens.md, and of the README of auth-session, knows who calls, after a rotation too', {
  timeout: START_MS,
}, async () => {
  // Its tokens are judged by the machine's clock.
  const server = await startTestServer(await createMemoryDatabase(), { clock: { now: () => Date.now() } });
  const folder = await mkdtemp(join(import.meta.dirname, '../../node_modules/.verify-'));
  try {
    const [, code = ''] = /```ts\n([\s\S]+?)```/.exec(await readFile(PAGE, 'utf8')) ?? [];
    expect(await readFile(README, 'utf8')).toContain(code);
    await writeFile(join(folder, 'service.ts'), code.replace('https://scan.example', server.url));
    const { whoCalls } = (await import(join(folder, 'service.ts'))) as { whoCalls(token: string): Promise<string> };
    const { tokens, user } = await server.signIn();
    expect(await whoCalls(tokens.access_token)).toBe(user.id);
    const parts = { ...server.parts, tokenSeconds: 3_600 };
    expect(await rotateKeys(parts, { atOnce: true })).toMatchObject({ ok: true });
    const { tokens: newer } = await server.signIn();
    expect(await whoCalls(newer.access_token)).toBe(user.id);
    await expect(whoCalls(tokens.refresh_token)).rejects.toThrow();
  } finally {
    await rm(folder, { recursive: true });
    await server.stop();
  }
});
