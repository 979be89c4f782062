import { expect, test } from 'vitest';
import type { Metric } from 'web-vitals';
import type { AnalyticsEvent } from '../index.ts';
import { reportWebVitals } from './index.ts';

test('each of the five is logged when it is reported', async () => {
  const events: AnalyticsEvent[] = [];
  const observe = (name: Metric['name']) => (report: (metric: never) => void) =>
    report({ name, value: 12.5, rating: 'good', navigationType: 'navigate', entries: [] } as never);
  await reportWebVitals({ log: (event) => events.push(event) }, async () => ({
    onCLS: observe('CLS'),
    onFCP: observe('FCP'),
    onINP: observe('INP'),
    onLCP: observe('LCP'),
    onTTFB: observe('TTFB'),
  }));
  expect(events.map(({ properties }) => properties?.metric)).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']);
  expect(events[0]).toEqual({
    name: 'web_vital',
    category: 'system',
    properties: { metric: 'CLS', value: 12.5, rating: 'good', navigationType: 'navigate' },
  });
});
