import { nextTask } from '@scantix/runtime-utils';
import { takeUnhandledRejections } from '@scantix/runtime-utils/testing';
import { expect, test } from 'vitest';
import type { LedgerScan, ScanToRecord } from '../index.ts';
import { createScanDesk, type PresentedCode } from './create-scan-desk.ts';

const context = { checkpoint: { id: 'gate-a', name: 'Gate A' }, mode: 'entry' } as const;
const code = (text: string): PresentedCode => ({ text, symbology: 'unknown', method: 'hardware' });

/** A desk whose ledger saves nothing before `save` is called. */
function setUp({ full = false } = {}) {
  const done: string[] = [];
  const saved = Promise.withResolvers<void>();
  const desk = createScanDesk({
    ledger: {
      async record({ barcode }: ScanToRecord) {
        await saved.promise;
        if (full) throw new Error('The storage is full.');
        done.push(`saved ${barcode}`);
        return { scan: { barcode } } as LedgerScan;
      },
    },
    acknowledge: () => done.push('tick', 'vibration'),
    onScan: ({ value, success }) => done.push(`logged ${value} ${success}`),
  });
  return { desk, done, save: saved.resolve };
}

test('it ticks after the scan is saved', async () => {
  const { desk, done, save } = setUp();
  const taking = desk.take(code('A'), context);
  expect(done).toEqual([]);
  save();
  await taking;
  expect(done).toEqual(['saved A', 'tick', 'vibration', 'logged A true']);
});

test('a scan that cannot be saved does not tick', async () => {
  const { desk, done, save } = setUp({ full: true });
  save();
  await expect(desk.take(code('A'), context)).rejects.toThrow('The storage is full.');
  expect(done).toEqual(['logged A false']);
});

test('a saved scan is a saved scan, whatever its acknowledgement or its log throws', async () => {
  using unhandled = takeUnhandledRejections();
  const events: boolean[] = [];
  const desk = createScanDesk({
    ledger: { record: async ({ barcode }: ScanToRecord) => ({ scan: { barcode } }) as LedgerScan },
    acknowledge() {
      throw new Error('no loudspeaker');
    },
    onScan({ success }) {
      events.push(success);
      throw new Error('no log');
    },
  });
  expect((await desk.take(code('A'), context))?.scan.barcode).toBe('A');
  await nextTask();
  expect(events).toEqual([true]);
  expect(unhandled.reasons).toEqual([new Error('no loudspeaker'), new Error('no log')]);
});

test('two presses at once are one scan; two codes at once are two, and the same code later another', async () => {
  const { desk, save } = setUp();
  const taken = [code('A'), code('A'), code('B')].map((presented) => desk.take(presented, context));
  save();
  expect((await Promise.all(taken)).map((scan) => scan?.scan.barcode)).toEqual(['A', undefined, 'B']);
  expect(await desk.take(code('A'), context)).not.toBeNull();
});
