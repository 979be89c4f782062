import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@scantix/api-contract/admin';
import { MIN_SECRET_LENGTH } from '../data-dir/read-auth-secret.ts';
import type { Clock } from '../system/clock.ts';

const DAY_MS = 24 * 3_600_000;

/** Checks the data folder: who may read it, its secret, its certificate, and the room on its disk. */
export async function checkDataDir({ dataDir, clock }: { dataDir: string; clock: Clock }): Promise<Finding[]> {
  return [
    checkMode('data folder', dataDir, 0o700),
    ...checkSecret(join(dataDir, 'auth-secret')),
    ...checkCertificate(join(dataDir, 'certificate.pem'), clock),
    await checkRoom(dataDir),
  ];
}

/** Another user may own the folder, such as that of a volume: see `lockDataDir`. */
function checkMode(check: string, path: string, mode: number): Finding {
  const open = statSync(path).mode & 0o777 & ~mode;
  if (open === 0) return { check, status: 'ok', message: 'only its user may read it' };
  return { check, status: 'warning', message: `others may read it: chmod ${mode.toString(8)} ${path}` };
}

function checkSecret(file: string): Finding[] {
  const secret = read(file);
  if (secret === undefined) return [];
  const { length } = secret.trim();
  if (length >= MIN_SECRET_LENGTH) return [checkMode('secret', file, 0o600)];
  const message = `has ${length} characters instead of ${MIN_SECRET_LENGTH}: remove ${file}; every session ends`;
  return [{ check: 'secret', status: 'failed', message }];
}

/** A certificate is renewed a week before, when the server starts. */
function checkCertificate(file: string, clock: Clock): Finding[] {
  const text = read(file);
  if (text === undefined) return [];
  const expiresAt = expiryOf(text);
  if (!expiresAt) return [{ check: 'certificate', status: 'failed', message: 'is damaged: start the server again' }];
  const days = Math.floor((expiresAt.getTime() - clock.now()) / DAY_MS);
  if (days >= 7) return [{ check: 'certificate', status: 'ok', message: `expires in ${days} days` }];
  const message = days < 0 ? 'has expired: start the server again' : `expires in ${days} days: start the server again`;
  return [{ check: 'certificate', status: days < 0 ? 'failed' : 'warning', message }];
}

/** When a certificate ends; `undefined`: it is damaged, as a full disk leaves it. */
function expiryOf(certificate: string): Date | undefined {
  try {
    return new X509Certificate(certificate).validToDate;
  } catch {
    return undefined;
  }
}

async function checkRoom(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const megabytes = Math.floor((bavail * bsize) / 1e6);
  const status = megabytes < 100 ? 'failed' : megabytes < 1_000 ? 'warning' : 'ok';
  return { check: 'disk', status, message: `${megabytes} MB free` };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
