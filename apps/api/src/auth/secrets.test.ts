import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveSecrets } from './secrets.ts';

test('the keys of an installation are the same in every build: its sessions, cookies and webhooks go on', () => {
  const secrets = Object.entries(deriveSecrets('the secret of an installation'));
  const prints = secrets.map(([name, key]) => [
    name,
    key.length,
    createHash('sha256').update(key).digest('hex').slice(0, 8),
  ]);
  expect(prints).toEqual([
    ['signingSealKey', 32, '8d1545fe'],
    ['secretId', 16, '213dfdc4'],
    ['refreshTokenKey', 32, '08065ad4'],
    ['refreshHashKey', 32, '099e06ad'],
    ['webhookKey', 32, '83234c89'],
    ['deviceCookieKey', 32, '16bb63c4'],
    ['revocationKey', 32, '12dfe29d'],
  ]);
});

test('another secret has other keys, and each purpose has its own', () => {
  const keys = ['one', 'another'].flatMap((secret) => Object.values(deriveSecrets(secret)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(14);
});
