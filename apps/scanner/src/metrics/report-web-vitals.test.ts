import type { AnalyticsEvent } from '@scantix/analytics-logger';
import { expect, test } from 'vitest';
import type { Metric } from 'web-vitals';
import { reportWebVitals } from './report-web-vitals.ts';

test('each of the five is logged as it is told', async () => {
  const events: AnalyticsEvent[] = [];
  const tell = (name: Metric['name']) => (report: (metric: never) => void) =>
    report({ name, value: 12.5, rating: 'good', navigationType: 'navigate', entries: [] } as never);
  await reportWebVitals({ log: (event) => events.push(event) }, async () => ({
    onCLS: tell('CLS'),
    onFCP: tell('FCP'),
    onINP: tell('INP'),
    onLCP: tell('LCP'),
    onTTFB: tell('TTFB'),
  }));
  expect(events.map(({ properties }) => properties?.metric)).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']);
  expect(events[0]).toEqual({
    name: 'web_vital',
    category: 'system',
    properties: { metric: 'CLS', value: 12.5, rating: 'good', navigationType: 'navigate' },
  });
});
