/** What happened: buffered analytics events, delivered to Axiom. */
export interface AnalyticsLogger {
  readonly name: 'analytics-logger';
}

export function createAnalyticsLogger(): AnalyticsLogger {
  return { name: 'analytics-logger' };
}
