import type { AnalyticsEvent, ApiCallEvent, PageViewEvent, ScanEvent } from './analytics-event.ts';
import { SCAN_VALUE_CHARACTERS } from './constants.ts';

/** An event whose module is decided; its name is the app's. */
type Classified<Event> = Omit<Event, 'module'> & { readonly module: string };

/** The `scan` event without its value, which is not scrubbed. */
export function toScanEvent({ format, success, scanMethod = 'camera' }: ScanEvent): AnalyticsEvent<string> {
  return { name: 'scan', category: 'scanner', module: 'scanner', properties: { format, success, scanMethod } };
}

/** A scanned value as it is logged: its first 50 characters. */
export function cutScanValue(value: string): string {
  return [...value].slice(0, SCAN_VALUE_CHARACTERS).join('');
}

/** The `api_call` event: a warning unless the call succeeded. */
export function toApiCallEvent({
  endpoint,
  module,
  method,
  status,
  duration,
  success = status >= 200 && status <= 299,
}: Classified<ApiCallEvent>): AnalyticsEvent<string> {
  const properties = { endpoint, module, method, status, duration, success };
  return { name: 'api_call', category: 'api', level: success ? 'info' : 'warn', module, properties };
}

/** The `page_view` event. */
export function toPageViewEvent({
  page,
  module,
  url,
  referrer,
}: Classified<Required<PageViewEvent>>): AnalyticsEvent<string> {
  return { name: 'page_view', category: 'navigation', module, properties: { page, module, url, referrer } };
}
