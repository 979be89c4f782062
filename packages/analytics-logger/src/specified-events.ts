import type { AnalyticsEvent, ApiCallEvent, PageViewEvent, ScanEvent } from './analytics-event.ts';
import { SCAN_VALUE_CHARACTERS } from './constants.ts';

/** The `scan` event of the specification without its value, which is not scrubbed. */
export function toScanEvent({ format, success, scanMethod = 'camera' }: ScanEvent): AnalyticsEvent {
  return { name: 'scan', category: 'scanner', module: 'scanner', properties: { format, success, scanMethod } };
}

/** A scanned value as it is logged: its first 50 characters. */
export function cutScanValue(value: string): string {
  return [...value].slice(0, SCAN_VALUE_CHARACTERS).join('');
}

/** The `api_call` event of the specification: a warning unless the call succeeded. */
export function toApiCallEvent({
  endpoint,
  module,
  method,
  status,
  duration,
  success = status >= 200 && status <= 299,
}: ApiCallEvent): AnalyticsEvent {
  const properties = { endpoint, module, method, status, duration, success };
  return { name: 'api_call', category: 'api', level: success ? 'info' : 'warn', module, properties };
}

/** The `page_view` event of the specification. */
export function toPageViewEvent({ page, module, url, referrer }: Required<PageViewEvent>): AnalyticsEvent {
  return { name: 'page_view', category: 'navigation', module, properties: { page, module, url, referrer } };
}
