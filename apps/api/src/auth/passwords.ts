import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../http/api-error.ts';
import type { Random } from '../system/random.ts';
import { createWorkLimit } from './work-limit.ts';

const derive = promisify(argon2);

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Memory in KiB: the minimum of OWASP and of the project's threat model. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

export type PasswordCheck = 'match' | 'mismatch' | 'busy';

/** Hashes and checks passwords with argon2id. */
export interface Passwords {
  /** @throws ApiError `unavailable`: too many hashes at once */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time with an account (`hash`) and without (`null`). `busy`: too many sign-ins at once.
   *
   * @param first the check goes before those without it; of several with the same text at once, one does
   */
  check(password: string, hash: string | null, first?: string): Promise<PasswordCheck>;
}

/** When a client may try again if too many sign in at once, in milliseconds. */
const BUSY_RETRY_MS = 2_000;

/** What a caller is told whose hash is not computed. */
export const tooManySignIns = () =>
  new ApiError('unavailable', 'Too many people are signing in right now.', { retryAfterMs: BUSY_RETRY_MS });

export interface PasswordsOptions {
  readonly random: Random;
  /** The most hashes computed at once; each uses 19 MiB. @default 4 */
  readonly concurrency?: number;
  /** The most hashes that wait. @default 64 */
  readonly waiting?: number;
}

export function createPasswords({ random, concurrency = 4, waiting = 64 }: PasswordsOptions): Passwords {
  const limit = createWorkLimit({ concurrency, waiting });
  const nobody = { cost: COST, salt: random(16), tag: random(TAG_BYTES) };
  return {
    async hash(password) {
      const salt = random(16);
      const tag = await limit.run(() => compute(password, salt, COST, TAG_BYTES));
      if (tag === null) throw tooManySignIns();
      return format(COST, salt, tag);
    },
    async check(password, hash, first) {
      const account = hash === null ? nobody : parse(hash);
      const tag = await limit.run(() => compute(password, account.salt, account.cost, account.tag.length), first);
      if (tag === null) return 'busy';
      return timingSafeEqual(tag, account.tag) && hash !== null ? 'match' : 'mismatch';
    },
  };
}

function compute(password: string, salt: Uint8Array, cost: Cost, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...cost, tagLength });
}

/** The PHC string format, so that the cost can rise without a migration. */
function format({ memory, passes, parallelism }: Cost, salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function parse(hash: string): { cost: Cost; salt: Uint8Array; tag: Uint8Array } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash);
  if (!match) throw new Error('A password hash in the database is not argon2id in PHC format');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
