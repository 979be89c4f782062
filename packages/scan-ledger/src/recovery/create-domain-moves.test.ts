import { expect, test, vi } from 'vitest';
import { createMemoryFactsStore } from '../testing/create-memory-facts-store.ts';
import { createDomainMoves } from './create-domain-moves.ts';
import { serverFact } from './server-fact.ts';

const FIRST_ID = '01939f8e-0000-7000-8000-000000000001';

function setUp() {
  const facts = createMemoryFactsStore();
  const moveDomain = vi.fn(async () => 0);
  const signedIn = { id: 'd1', domain: 'north' };
  const follow = createDomainMoves({
    ...{ facts, store: { moveDomain }, log: vi.fn(), onReturned: vi.fn(), firstId: async () => FIRST_ID },
    owner: () => ({ domain: signedIn.domain, domainId: signedIn.id, clerk: 'anna' }),
  });
  return { facts, follow, moveDomain, signedIn };
}

test('rows that a full disk did not let move are moved at the next call', async () => {
  const { follow, moveDomain, signedIn } = setUp();
  expect(await follow()).toBe(true);
  signedIn.domain = 'north pier';
  moveDomain.mockRejectedValueOnce(new DOMException('no room', 'QuotaExceededError'));
  expect(await follow()).toBe(false);
  expect(await follow()).toBe(true);
  expect(moveDomain).toHaveBeenLastCalledWith({ from: 'north', to: 'north pier', limit: 50 });
});

test('a domain that has got the name of another one gets none of its receipts', async () => {
  const { facts, follow, signedIn } = setUp();
  await follow();
  await facts.change(serverFact('north'), () => 'receipts of d1');
  signedIn.id = 'd2';
  signedIn.domain = 'south';
  await follow();
  signedIn.domain = 'north';
  await follow();
  expect(await facts.read(serverFact('north'))).toBeNull();
  expect(await facts.read(serverFact('north (d1)'))).toBe('receipts of d1');
});
