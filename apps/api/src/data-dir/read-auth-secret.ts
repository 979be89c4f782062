import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sync, syncPath } from '../database/durable-file-system.ts';
import type { Random } from '../system/random.ts';

/** The characters that a signing secret has at least, of the environment's and of the data folder's. */
export const MIN_SECRET_LENGTH = 32;

/** The data folder's signing secret is too short to sign with. */
export class ShortSecretError extends Error {
  override readonly name = 'ShortSecretError';
}

const secretIn = (dataDir: string) => join(dataDir, 'auth-secret');

/**
 * Reads the signing secret from the data folder. The first use creates it, readable by this user only.
 * @throws ShortSecretError: a power cut or a person has emptied or shortened the file
 */
export async function readAuthSecret(dataDir: string, random: Random, sync?: Sync): Promise<string> {
  const file = secretIn(dataDir);
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= MIN_SECRET_LENGTH) return secret;
    throw new ShortSecretError(
      `The signing secret in ${file} has ${secret.length} characters instead of at least ${MIN_SECRET_LENGTH}. ` +
        'Put the file back from a backup; or remove it: a new one is made, every session ends, and webhooks need new secrets.',
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const secret = Buffer.from(random(48)).toString('base64url');
    await writeAuthSecret(dataDir, `${secret}\n`, sync);
    return secret;
  }
}

/** Puts a secret in the place of the data folder's. It is on the disk, and after a power cut one of the two is there whole. */
export async function writeAuthSecret(dataDir: string, text: string, sync?: Sync): Promise<void> {
  const unfinished = `${secretIn(dataDir)}.unfinished`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await syncPath(unfinished, sync);
  await rename(unfinished, secretIn(dataDir));
  await syncPath(dataDir, sync);
}
