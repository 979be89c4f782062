import type { AnalyticsEvent } from '@scantix/analytics-logger';
import type { Verdict } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';
import { expect, test } from 'vitest';
import { timeScans } from './time-scans.ts';

const place = { checkpoint: { id: 'gate-a', name: 'Gate A' }, mode: 'entry' } as const;
const code = { text: 'A', symbology: 'qr_code', method: 'camera', readMs: 41.6 } as const;

function setUp({ taken = true, decides = true } = {}) {
  let nowMs = 1000;
  const events: AnalyticsEvent[] = [];
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
    logger: { log: (event) => events.push(event) },
    now: () => nowMs,
  });
  return { desk, events };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a scan is told with the time to read, to keep and to decide', async () => {
  const { desk, events } = setUp();
  expect((await desk.take(code, place))?.scan.id).toBe('1');
  await settled();
  expect(events).toMatchObject([
    {
      name: 'scan_timed',
      properties: {
        scanMethod: 'camera',
        format: 'qr_code',
        readMs: 42,
        keptMs: 12,
        decidedMs: 112,
        certainty: 'server',
      },
    },
  ]);
});

test.each([{ taken: false }, { decides: false }])(
  'what was no scan, or has no verdict, is not timed: %j',
  async (how) => {
    const { desk, events } = setUp(how);
    await desk.take(code, place);
    await settled();
    expect(events).toEqual([]);
  },
);
