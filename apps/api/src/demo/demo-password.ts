import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Passwords } from '../auth/passwords.ts';
import { drawPassword } from '../clerks/draw-password.ts';
import type { Database } from '../database/tables.ts';
import type { Random } from '../system/random.ts';
import { DEMO_DOMAINS, DEMO_PASSWORD } from './demo-domains.ts';

/**
 * The password of the demo's clerks: the published one while only this machine reaches the server, otherwise one that is
 * drawn once and kept in the data folder.
 */
export function demoPassword({
  dataDir,
  isOpen,
  random,
}: {
  dataDir: string;
  /** Whether other machines reach the server. */
  isOpen: boolean;
  random: Random;
}): string {
  if (!isOpen) return DEMO_PASSWORD;
  const file = join(dataDir, 'demo-password');
  const kept = readKept(file);
  if (kept) return kept;
  const drawn = drawPassword(random);
  writeFileSync(file, `${drawn}\n`, { mode: 0o600 });
  return drawn;
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Gives the demo's clerks this password, each of those who have another one of the demo: the published one or the drawn
 * one. One that somebody has chosen stays.
 */
export async function setDemoPassword({
  db,
  passwords,
  password,
  dataDir,
}: {
  db: Database;
  passwords: Passwords;
  password: string;
  dataDir: string;
}): Promise<void> {
  const logins = DEMO_DOMAINS.flatMap(({ clerks }) => clerks.map(({ login }) => login));
  const clerks = await db.selectFrom('clerks').select(['id', 'password_hash']).where('login', 'in', logins).execute();
  const others = [DEMO_PASSWORD, readKept(join(dataDir, 'demo-password'))].filter(
    (other) => other !== undefined && other !== password,
  );
  const has = async (hash: string, candidate = '') => (await passwords.check(candidate, hash)) === 'match';
  for (const { id, password_hash } of clerks) {
    if (await has(password_hash, password)) continue;
    const known = await Promise.all(others.map((other) => has(password_hash, other)));
    if (!known.includes(true)) continue;
    const changed = { password_hash: await passwords.hash(password) };
    await db.updateTable('clerks').set(changed).where('id', '=', id).execute();
  }
}
