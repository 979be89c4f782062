import type { Scan } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts';

const scans = (count: number, barcode = '') => Array.from({ length: count }, () => ({ barcode }) as Scan);

/** Sends calls of one scan until the room refuses one. Returns how many it took. */
function flood(room: WaitingRoom, domainId: string): number {
  for (let taken = 0; ; taken += 1) {
    try {
      room.enter(domainId, scans(1));
    } catch {
      return taken;
    }
  }
}

test('a domain has its own limit, and all of them have one together', () => {
  const room = createWaitingRoom({ ofDomain: 30, inAll: 120 });
  const taken = Array.from({ length: 40 }, (_, nth) => flood(room, `domain ${nth}`));
  expect(taken.slice(0, 5)).toEqual([30, 30, 30, 15, 8]);
  expect(taken.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(120);
  expect(room.waiting()).toBeLessThanOrEqual(120);
});

test('a gate of another domain has a place while five domains flood the process', () => {
  const room = createWaitingRoom({ ofDomain: 30, inAll: 120 });
  for (let nth = 0; nth < 5; nth += 1) flood(room, `domain ${nth}`);
  expect(() => room.enter('quiet', scans(1))).not.toThrow();
});

test('a place that is given back twice is free once', () => {
  const room = createWaitingRoom({ ofDomain: 3 });
  const leave = room.enter('north', scans(2));
  room.enter('north', scans(1));
  leave();
  leave();
  expect(flood(room, 'north')).toBe(2);
});

test('a long scan takes more places, and a call alone is taken however long it is', () => {
  const room = createWaitingRoom({ ofDomain: 30, inAll: 120 });
  const leave = room.enter('north', scans(1, 'x'.repeat(8_192)));
  expect(flood(room, 'north')).toBe(25);
  expect(flood(room, 'south')).toBe(30);
  leave();
  expect(() => room.enter('west', scans(10, 'x'.repeat(100_000)))).not.toThrow();
  expect(() => room.enter('west', scans(1))).toThrow('Too many scans wait');
});

test('it tells how many wait, and for how long the oldest has', () => {
  let now = 7;
  const room = createWaitingRoom({ now: () => now });
  expect([room.waiting(), room.oldestSeconds()]).toEqual([0, 0]);
  const leave = room.enter('north', scans(2));
  now = 1_007;
  room.enter('south', scans(3));
  now = 2_507;
  expect([room.waiting(), room.oldestSeconds()]).toEqual([5, 2.5]);
  leave();
  expect([room.waiting(), room.oldestSeconds()]).toEqual([3, 1.5]);
});

test('it has a clock of its own', () => {
  const room = createWaitingRoom();
  room.enter('north', scans(1));
  expect(room.oldestSeconds()).toBeGreaterThanOrEqual(0);
});
