import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { systemRandom } from '../system/random.ts';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords({ random: systemRandom });

test('a password is kept as argon2id with its cost and its own salt', async () => {
  const hashes = await Promise.all([passwords.hash('secret'), passwords.hash('secret')]);
  for (const hash of hashes)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(hashes[0]).not.toBe(hashes[1]);
});

test('a password matches its hash, however its accents were typed, and no other', async () => {
  const hash = await passwords.hash('caf\u00e9');
  expect(await passwords.check('cafe\u0301', hash)).toBe('match');
  expect(await passwords.check('cafe', hash)).toBe('mismatch');
});

test('nobody’s password matches, though it costs the same work', async () => {
  expect(await passwords.check('', null)).toBe('mismatch');
});

test('a hash made by the reference implementation is understood', async () => {
  // argon2 -id -t 2 -k 65536 -p 1 of "password" with the salt "somesalt" (the reference implementation's own test).
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await passwords.check('password', hash)).toBe('match');
});

test('a hash of any cost is understood, so that the cost can change', async () => {
  const derive = promisify(argon2);
  const nonce = Buffer.from('somesalt');
  const tag = await derive('argon2id', {
    ...{ message: 'password', nonce, memory: 128, passes: 12, parallelism: 16, tagLength: 16 },
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  expect(await passwords.check('password', `$argon2id$v=19$m=128,t=12,p=16$${text(nonce)}$${text(tag)}`)).toBe('match');
});

test.each([
  'plain text',
  ' $argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc=',
  '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
])('"%s" is told as something else than a hash, not taken for a mismatch', async (hash) => {
  await expect(passwords.check('x', hash)).rejects.toThrow('not argon2id');
});

test('more than may run and wait is turned away, and the rest is served', async () => {
  const narrow = createPasswords({ random: systemRandom, concurrency: 1, waiting: 2 });
  const checks = await Promise.all(Array.from({ length: 6 }, () => narrow.check('x', null)));
  expect(checks).toEqual(['mismatch', 'mismatch', 'mismatch', 'busy', 'busy', 'busy']);
  expect(await narrow.check('x', null)).toBe('mismatch');
});

test('hashes of new passwords are computed within the same limit', async () => {
  const narrow = createPasswords({ random: systemRandom, concurrency: 1, waiting: 1 });
  const hashes = [narrow.hash('x'), narrow.hash('x')];
  expect(await narrow.check('x', null)).toBe('busy');
  await expect(narrow.hash('x')).rejects.toEqual(expect.objectContaining({ code: 'unavailable', retryAfterMs: 2_000 }));
  expect(await Promise.all(hashes)).toHaveLength(2);
});

test('a known device goes before the others, once at a time for one login', async () => {
  const narrow = createPasswords({ random: systemRandom, concurrency: 1, waiting: 2 });
  const order: string[] = [];
  const check = async (name: string, first?: string) => order.push(`${name} ${await narrow.check('x', null, first)}`);
  await Promise.all([
    check('running'),
    check('other'),
    check('known', 'ada'),
    check('known again', 'ada'),
    check('too many'),
    check('also known', 'ben'),
  ]);
  expect(order).toEqual([
    'too many busy',
    'running mismatch',
    'known mismatch',
    'also known mismatch',
    'other mismatch',
    'known again mismatch',
  ]);
});
