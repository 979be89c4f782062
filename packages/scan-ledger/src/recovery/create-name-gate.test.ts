import { expect, test, vi } from 'vitest';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import { createFakeClock } from '../testing/index.ts';
import { createNameGate } from './create-name-gate.ts';

const KNOWN = { names: { x: 'north' }, moves: [] };

/** The gate for a clerk of `north`, a name that the device knows. */
function setUp(owner: Partial<LedgerOwner> = {}, read: () => Promise<unknown> = async () => KNOWN) {
  const clock = createFakeClock();
  const who: { owner: LedgerOwner } = { owner: { domain: 'north', clerk: 'zoe', ...owner } };
  const followDomain = vi.fn(async () => true);
  const whenNamed = createNameGate({ facts: { read }, owner: () => who.owner, clock, followDomain });
  const { signal } = new AbortController();
  return { clock, who, followDomain, isOpen: (until = signal) => whenNamed(until), isOpenNow: whenNamed.isOpen };
}

test('without an id it opens after 30 s, and again 30 s after the next clerk', async () => {
  const { clock, who, isOpen } = setUp();
  expect(await isOpen()).toBe(false);
  clock.advance(29_999);
  expect(await isOpen()).toBe(false);
  clock.advance(1);
  expect(await isOpen()).toBe(true);
  who.owner = { ...who.owner, clerk: 'ben' };
  expect(await isOpen()).toBe(false);
});

test('it opens with the id, once what waits is under the name', async () => {
  const { who, followDomain, isOpen } = setUp();
  expect(await isOpen()).toBe(false);
  who.owner = { ...who.owner, domainId: 'y' };
  expect([await isOpen(), await isOpen(), followDomain.mock.calls.length]).toEqual([true, true, 1]);
});

test('whether it is open is known without a wait once it was asked, for the same clerk', async () => {
  const { who, isOpen, isOpenNow } = setUp({ domainId: 'x' });
  expect(isOpenNow()).toBe(false);
  await isOpen();
  expect(isOpenNow()).toBe(true);
  who.owner = { ...who.owner, clerk: 'ben' };
  expect(isOpenNow()).toBe(false);
});

test('it stays shut while what waits cannot be moved', async () => {
  const { followDomain, isOpen } = setUp({ domainId: 'y' });
  followDomain.mockResolvedValueOnce(false).mockResolvedValueOnce(false);
  expect([await isOpen(), await isOpen(), await isOpen()]).toEqual([false, false, true]);
});

test('a device that knows no other name, and an id under its own name, need no wait', async () => {
  const unknown = setUp({ domain: 'pier' });
  const same = setUp({ domainId: 'x' });
  expect([await unknown.isOpen(), await same.isOpen(), same.followDomain.mock.calls.length]).toEqual([true, true, 0]);
});

test('an attempt that is aborted waits no longer for a storage that hangs', async () => {
  const { isOpen } = setUp({}, () => new Promise(() => {}));
  const aborting = new AbortController();
  const opened = isOpen(aborting.signal);
  aborting.abort();
  expect(await opened).toBe(false);
  expect(await isOpen(aborting.signal)).toBe(false);
});
