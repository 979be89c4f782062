import type { SnapshotRow } from '@scantix/api-contract/snapshot';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUCKETS, bucketOf, compact, findRow, findRows, toBlocks } from './block.ts';

/** Few keys, so that rows replace each other. */
const key = fc.constantFrom(
  ...Array.from({ length: 12 }, (_, index) => btoa(String.fromCharCode(7, index).padEnd(32, 'k'))),
);
const change = fc.integer({ min: 1, max: 1e9 });
const row: fc.Arbitrary<SnapshotRow> = fc.oneof(
  fc.record({ key, sealed: fc.base64String({ minLength: 4 }), change }),
  fc.record({ key, removed: fc.constant(true as const), change }),
);

test('whatever rows came in whatever pages, blocks find what a map would hold, before and after they are made one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 15 }), { maxLength: 8 }), (pages) => {
      const held = new Map(pages.flat().map((each) => [each.key, each]));
      const blocks = pages.flatMap((rows) => [...toBlocks(rows).values()].map(({ block }) => block));
      const sealedOf = (each: SnapshotRow) => ('sealed' in each ? each.sealed : null);
      for (const each of held.values()) {
        const found = { key: each.key, change: each.change, sealed: sealedOf(each) };
        expect(findRow(blocks, each.key)).toEqual(found);
        expect(findRows(blocks, [each.key])).toEqual([found]);
      }
      const all = findRows(blocks, [...held.keys()]);
      expect(all.map(({ sealed }) => sealed)).toEqual([...held.values()].map(sealedOf));
      const one = compact(blocks);
      const live = [...held.values()].filter((each) => 'sealed' in each);
      expect(one.rows.map(({ change: its }) => its).sort()).toEqual(live.map(({ change: its }) => its).sort());
      for (const each of live) expect(findRow([one.block], each.key)?.sealed).toBe(sealedOf(each));
      expect(findRow(blocks, 'not there')).toBeNull();
    }),
  );
});

test('keys are spread over all buckets by their first byte', () => {
  const buckets = Array.from({ length: BUCKETS }, (_, byte) =>
    bucketOf(btoa(String.fromCharCode(byte).padEnd(32, 'k'))),
  );
  expect(buckets).toEqual(Array.from({ length: BUCKETS }, (_, byte) => byte));
});

test('a block is one line for each row, and a compacted one has each ticket once', () => {
  const keys = Array.from({ length: 5 }, (_, index) => btoa(String.fromCharCode(7, index).padEnd(32, 'k')));
  const rows: SnapshotRow[] = keys.map((key, index) => ({ key, sealed: `sealed${index}`, change: index }));
  const [first, second] = [toBlocks(rows), toBlocks([{ key: keys[1] as string, removed: true, change: 9 }])];
  const blocks = [first.get(7)?.block as string, second.get(7)?.block as string];
  expect([[...first.keys()], blocks[1]]).toEqual([[7], `${keys[1]} 9 -\n`]);
  expect(blocks[0]).toBe(keys.map((key, index) => `${key} ${index} sealed${index}\n`).join(''));
  const live = [0, 2, 3, 4];
  expect(compact(blocks)).toEqual({
    block: live.map((index) => `${keys[index]} ${index} sealed${index}\n`).join(''),
    rows: live.map((index) => ({ key: keys[index], change: index, sealed: `sealed${index}` })),
  });
  // Few and many keys are looked up in different ways.
  expect(findRows(blocks, ['not there', keys[1] as string])).toEqual([{ key: keys[1], change: 9, sealed: null }]);
  expect(findRows(blocks, ['not there', ...keys]).map(({ change: its }) => its)).toEqual([0, 9, 2, 3, 4]);
});
