import type { ScanResult } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { createMetrics } from '../system/create-metrics.ts';
import { countAnswers } from './count-answers.ts';

test('every answer is counted, and the verdict of each scan once, when it is recorded', async () => {
  const metrics = createMetrics({ build: 'b1' });
  const verdict = { outcome: 'accepted', certainty: 'device' };
  const results = [
    { status: 'recorded', verdict },
    { status: 'recorded', verdict: { outcome: 'denied', certainty: 'server' } },
    { status: 'repeated', verdict },
    { status: 'recorded' },
    { status: 'rejected' },
  ];
  countAnswers(metrics, results as ScanResult[]);
  const values = async ({ get }: typeof metrics.decisions) =>
    (await get.call(metrics.decisions)).values.map(({ labels, value }) => [...Object.values(labels), value]);
  expect(await values(metrics.decisions)).toEqual([
    ['accepted', 'device', 1],
    ['denied', 'server', 1],
  ]);
  expect((await metrics.scanAnswers.get()).values.map(({ labels, value }) => [labels.status, value])).toEqual([
    ['recorded', 3],
    ['repeated', 1],
    ['rejected', 1],
  ]);
});
