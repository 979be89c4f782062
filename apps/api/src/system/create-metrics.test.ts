import { expect, test } from 'vitest';
import { createMetrics } from './create-metrics.ts';

test('pools are told of as they are at each reading', async () => {
  const metrics = createMetrics({ build: 'b1' });
  const pool = { totalCount: 10, idleCount: 3, waitingCount: 0 };
  metrics.watchPool('scans', pool);
  metrics.watchPool('reports', { totalCount: 2, idleCount: 2, waitingCount: 0 });
  await metrics.registry.metrics();
  Object.assign(pool, { idleCount: 1, waitingCount: 4 });
  const text = await metrics.registry.metrics();
  expect(text.match(/^scantix_pool_connections.*/gm)).toEqual([
    'scantix_pool_connections{pool="scans",state="busy"} 9',
    'scantix_pool_connections{pool="scans",state="idle"} 1',
    'scantix_pool_connections{pool="scans",state="waiting"} 4',
    'scantix_pool_connections{pool="reports",state="busy"} 0',
    'scantix_pool_connections{pool="reports",state="idle"} 2',
    'scantix_pool_connections{pool="reports",state="waiting"} 0',
  ]);
});

test('so is the queue of scans, which is empty before there is one', async () => {
  const metrics = createMetrics({ build: 'b1' });
  expect(await metrics.registry.metrics()).toContain('scantix_scans_waiting 0\n');
  let waiting = 1;
  metrics.watchScans({ waiting: () => waiting, oldestSeconds: () => 1.5 });
  await metrics.registry.metrics();
  waiting = 7;
  const text = await metrics.registry.metrics();
  expect(text).toContain('scantix_scans_waiting 7\n');
  expect(text).toContain('scantix_scans_oldest_seconds 1.5\n');
});

test('figures of the process are told only where they are asked for', async () => {
  const figuresOf = async (processFigures: boolean) =>
    (await createMetrics({ build: 'b1', processFigures }).registry.metrics()).includes('process_resident_memory_bytes');
  expect(await figuresOf(true)).toBe(true);
  expect(await figuresOf(false)).toBe(false);
});
