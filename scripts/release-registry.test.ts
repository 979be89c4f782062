import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startRegistry } from './release/registry.mjs';

const { generate } = createRequire(join(import.meta.dirname, '../apps/api/package.json'))('selfsigned');
const folder = mkdtempSync(join(tmpdir(), 'scantix-registry-'));
const authority = join(folder, 'authority.pem');
const NAME = 'of-the-company';

/** A company's registry, whose certificate no public authority has signed. */
let company: ReturnType<typeof createServer>;

beforeAll(async () => {
  const altNames = [{ type: 2, value: 'localhost' }];
  const extensions = [{ name: 'subjectAltName', altNames }];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Company' }], { extensions });
  writeFileSync(authority, cert);
  const dist = { tarball: 'https://localhost/x.tgz', shasum: 'a'.repeat(40) };
  const versions = { '1.0.0': { name: NAME, version: '1.0.0', dist } };
  const answer = JSON.stringify({ name: NAME, 'dist-tags': { latest: '1.0.0' }, versions });
  company = createServer({ cert, key }, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(answer);
  });
  await new Promise<void>((resolve) => company.listen(0, resolve));
});

afterAll(() => {
  company.closeAllConnections();
  company.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

test.each([
  ["with npm's cafile a rehearsal gets what the company's registry has", authority, 200],
  ['without it the certificate is refused', 'null', 404],
])('%s', async (_title, cafile, status) => {
  vi.stubEnv('npm_config_registry', `https://localhost:${(company.address() as AddressInfo).port}/`);
  vi.stubEnv('npm_config_cafile', cafile);
  const registry = await startRegistry(mkdtempSync(join(folder, 'data-')));
  try {
    const headers = { authorization: `Bearer ${registry.token}` };
    expect((await fetch(new URL(NAME, registry.url), { headers })).status).toBe(status);
  } finally {
    registry.stop();
  }
});
