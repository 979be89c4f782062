import type { Metric } from 'web-vitals';
import type { AnalyticsLogger } from '../index.ts';

/** The used part of the `web-vitals` library. */
export type WebVitals = Pick<typeof import('web-vitals'), 'onCLS' | 'onFCP' | 'onINP' | 'onLCP' | 'onTTFB'>;

/**
 * Logs the five Web Vitals of the page as `web_vital` events. The browser buffers them, so the library may load late.
 *
 * @throws what `load` rejects with, by default where the library's file cannot be fetched
 * @example
 * await reportWebVitals(logger);
 */
export async function reportWebVitals(
  logger: Pick<AnalyticsLogger<never>, 'log'>,
  load: () => Promise<WebVitals> = () => import('web-vitals'),
): Promise<void> {
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await load();
  const report = ({ name, value, rating, navigationType }: Metric) =>
    logger.log({ name: 'web_vital', category: 'system', properties: { metric: name, value, rating, navigationType } });
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(report);
}
