import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeFailure } from '../process/describe-failure.ts';
import { systemRandom } from '../system/random.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { startApiProcess } from '../testing/start-api-process.ts';
import { START_MS } from '../testing/start-ms.ts';
import { removeStaleSocket } from './admin-socket.ts';
import { DataDirLockedError, lockDataDir } from './lock-data-dir.ts';
import { readAuthSecret } from './read-auth-secret.ts';
import { readCertificate } from './read-certificate.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'scantix-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('the lock', () => {
  test('keeps a second one out until the first is released', () => {
    const lock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(DataDirLockedError);
    lock.release();
    lockDataDir(dataDir).release();
  });

  test('closes a folder to others that was open to them', async () => {
    await chmod(dataDir, 0o755);
    lockDataDir(dataDir).release();
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test('does not mind files that a dead process has left', async () => {
    await writeFile(join(dataDir, 'lock-owner'), 'process 1, since 2020-01-01T00:00:00.000Z');
    lockDataDir(dataDir).release();
  });
});

describe('the signing secret', () => {
  test('is made once and readable by its owner only', async () => {
    const secret = await readAuthSecret(dataDir, systemRandom);
    expect(secret.length).toBeGreaterThanOrEqual(64);
    expect(await readAuthSecret(dataDir, systemRandom)).toBe(secret);
    expect((await stat(join(dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600);
  });

  test('is on the disk before it has its name, and its name before it is used', async () => {
    const synced: [path: string, names: string[]][] = [];
    const secret = await readAuthSecret(dataDir, systemRandom, (_, path) => {
      synced.push([path, readdirSync(dataDir)]);
    });
    expect(synced).toEqual([
      [join(dataDir, 'auth-secret.unfinished'), ['auth-secret.unfinished']],
      [dataDir, ['auth-secret']],
    ]);
    expect(await readFile(join(dataDir, 'auth-secret'), 'utf8')).toBe(`${secret}\n`);
  });

  test.each(['', '\n', 'x'.repeat(31)])('that a power cut or a person has shortened to %j is refused', async (left) => {
    const file = join(dataDir, 'auth-secret');
    await writeFile(file, left);
    const failure = await readAuthSecret(dataDir, systemRandom).catch(describeFailure);
    expect(failure).toBe(
      `The signing secret in ${file} has ${left.trim().length} characters instead of at least 32. Put the file back from a ` +
        'backup; or remove it: a new one is made, every session ends, and webhooks need new secrets.',
    );
    expect(await readFile(file, 'utf8')).toBe(left);
  });
});

test('a folder in the place of a file is told in words, such as one that a container has mounted there', async () => {
  await mkdir(join(dataDir, 'auth-secret'));
  await mkdir(join(dataDir, 'lock-owner'));
  const told = 'In DATA_DIR a folder is in the place of a file: auth-secret, admin.sock, lock or lock-owner.';
  expect(await readAuthSecret(dataDir, systemRandom).catch(describeFailure)).toBe(told);
  const remove = async () => removeStaleSocket(join(dataDir, 'auth-secret'));
  expect(await remove().catch(describeFailure)).toBe(told);
  const lock = async () => lockDataDir(dataDir).release();
  expect(await lock().catch(describeFailure)).toBe(told);
  await rm(join(dataDir, 'lock-owner'), { recursive: true });
  await rm(join(dataDir, 'lock'));
  await mkdir(join(dataDir, 'lock'));
  expect(await lock().catch(describeFailure)).toBe(told);
});

describe('the certificate', () => {
  const clock = createFakeClock(Date.now());
  const read = (...addresses: string[]) => readCertificate(dataDir, { addresses, clock });

  test('names localhost and the machine’s addresses', async () => {
    const certificate = new X509Certificate((await read('192.0.2.7', '::1')).cert);
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('192.0.2.7')).toBe('192.0.2.7');
    expect(certificate.checkIP('192.0.2.8')).toBeUndefined();
  });

  test('is kept while it serves and made anew for another address or near its end', async () => {
    const first = await read('192.0.2.7');
    expect(await read('192.0.2.7')).toEqual(first);
    const second = await read('192.0.2.7', '192.0.2.8');
    expect(second.cert).not.toBe(first.cert);
    const yearLater = createFakeClock(Date.now() + 360 * 24 * 3_600_000);
    const third = await readCertificate(dataDir, { addresses: ['192.0.2.7'], clock: yearLater });
    expect(third.cert).not.toBe(second.cert);
  });

  test.each(['certificate.pem', 'certificate-key.pem'])('is made anew where %s is damaged', async (file) => {
    const { cert } = await read('192.0.2.7');
    await writeFile(join(dataDir, file), '-----BEGIN');
    const again = await read('192.0.2.7');
    expect(again.cert).not.toBe(cert);
    expect(new X509Certificate(again.cert).checkPrivateKey(createPrivateKey(again.key))).toBe(true);
  });
});

describe('a process on the embedded database', () => {
  test('keeps a second process out, says why, stops in good order and keeps its data', {
    timeout: START_MS,
  }, async () => {
    const env = { DATA_DIR: dataDir };
    const first = await startApiProcess(env);
    const page = await (await fetch(`${first.url}/demo/tickets`)).text();
    await expect(startApiProcess(env)).rejects.toThrow(
      /ended with 1: Another Scantix process \(process \d+, since .+\) already uses the data folder .+ Stop it first, or give this one another folder with DATA_DIR\./,
    );
    expect(await first.stop()).toBe(0);
    const secret = await readFile(join(dataDir, 'auth-secret'), 'utf8');
    const second = await startApiProcess(env);
    expect(await (await fetch(`${second.url}/demo/tickets`)).text()).toBe(page);
    expect(await readFile(join(dataDir, 'auth-secret'), 'utf8')).toBe(secret);
    const { build } = (await (await fetch(`${second.url}/healthz`)).json()) as { build: string };
    expect(build).toMatch(/^[0-9a-f]{12}$/);
    expect(await second.stop()).toBe(0);
  });
});
