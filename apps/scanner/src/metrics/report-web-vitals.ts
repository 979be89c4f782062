import type { AnalyticsLogger } from '@scantix/analytics-logger';
import type { Metric } from 'web-vitals';

type WebVitals = Pick<typeof import('web-vitals'), 'onCLS' | 'onFCP' | 'onINP' | 'onLCP' | 'onTTFB'>;

/** Sends how the page feels to the analytics logger. What was before the library came is still told: browsers keep it. */
export async function reportWebVitals(
  logger: Pick<AnalyticsLogger, 'log'>,
  load: () => Promise<WebVitals> = () => import('web-vitals'),
): Promise<void> {
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await load();
  const report = ({ name, value, rating, navigationType }: Metric) =>
    logger.log({ name: 'web_vital', category: 'system', properties: { metric: name, value, rating, navigationType } });
  for (const follow of [onCLS, onFCP, onINP, onLCP, onTTFB]) follow(report);
}
