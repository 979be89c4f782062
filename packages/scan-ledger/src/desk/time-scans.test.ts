import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import type { LedgerScan } from '../index.ts';
import { type ScanTiming, timeScans } from './time-scans.ts';

const context = { checkpoint: { id: 'gate-a', name: 'Gate A' }, mode: 'entry' } as const;
const code = { text: 'A', symbology: 'qr_code', method: 'camera', readMs: 41.6 } as const;

function setUp({ taken = true, decides = true } = {}) {
  let nowMs = 1000;
  const timings: ScanTiming[] = [];
  const desk = timeScans({
    desk: {
      async take() {
        nowMs += 12;
        return taken ? ({ scan: { id: '1' } } as LedgerScan) : null;
      },
    },
    ledger: {
      async decide() {
        nowMs += 100;
        if (!decides) throw new Error('Unknown scan.');
        return { certainty: 'server' } as Verdict;
      },
    },
    onTiming: (timing) => timings.push(timing),
    now: () => nowMs,
  });
  return { desk, timings };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a scan is reported with the time to read, to save and to decide', async () => {
  const { desk, timings } = setUp();
  expect((await desk.take(code, context))?.scan.id).toBe('1');
  await settled();
  expect(timings).toMatchObject([
    {
      scanMethod: 'camera',
      format: 'qr_code',
      readMs: 42,
      keptMs: 12,
      decidedMs: 112,
      certainty: 'server',
    },
  ]);
});

test.each([{ taken: false }, { decides: false }])(
  'what was no scan, or has no verdict, is not timed: %j',
  async (how) => {
    const { desk, timings } = setUp(how);
    await desk.take(code, context);
    await settled();
    expect(timings).toEqual([]);
  },
);
