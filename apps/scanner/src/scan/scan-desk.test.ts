import type { LedgerScan, ScanToRecord } from '@scantix/scan-ledger';
import { expect, test } from 'vitest';
import { createScanDesk, type PresentedCode } from './scan-desk.ts';

const place = { checkpoint: { id: 'gate-a', name: 'Gate A' }, mode: 'entry' } as const;
const code = (text: string): PresentedCode => ({ text, symbology: 'unknown', method: 'hardware' });

/** A desk whose ledger keeps nothing before `keep` is called. */
function setUp({ full = false } = {}) {
  const done: string[] = [];
  const kept = Promise.withResolvers<void>();
  const desk = createScanDesk({
    ledger: {
      async record({ barcode }: ScanToRecord) {
        await kept.promise;
        if (full) throw new Error('The storage is full.');
        done.push(`kept ${barcode}`);
        return { scan: { barcode } } as LedgerScan;
      },
    },
    logger: { logScan: ({ value, success }) => done.push(`logged ${value} ${success}`) },
    sounds: { tick: () => done.push('tick') },
    vibrate: () => done.push('vibration'),
  });
  return { desk, done, keep: kept.resolve };
}

test('it ticks after the scan is kept', async () => {
  const { desk, done, keep } = setUp();
  const taking = desk.take(code('A'), place);
  expect(done).toEqual([]);
  keep();
  await taking;
  expect(done).toEqual(['kept A', 'tick', 'vibration', 'logged A true']);
});

test('a scan that cannot be kept does not tick', async () => {
  const { desk, done, keep } = setUp({ full: true });
  keep();
  await expect(desk.take(code('A'), place)).rejects.toThrow('The storage is full.');
  expect(done).toEqual(['logged A false']);
});

test('two presses at once are one scan; two codes at once are two, and the same code later another', async () => {
  const { desk, keep } = setUp();
  const taken = [code('A'), code('A'), code('B')].map((presented) => desk.take(presented, place));
  keep();
  expect((await Promise.all(taken)).map((scan) => scan?.scan.barcode)).toEqual(['A', undefined, 'B']);
  expect(await desk.take(code('A'), place)).not.toBeNull();
});
