import type { ServerResponse } from 'node:http';

type IntermediaryAnswer = (response: ServerResponse) => void;

const PAGE = '<!doctype html><title>Sign in to the venue Wi-Fi</title>';

const page = (status: number, headers: Record<string, string> = {}): IntermediaryAnswer => {
  return (response) => response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(PAGE);
};
const refusal = (status: number, code: string, more: Record<string, unknown> = {}): IntermediaryAnswer => {
  const body = JSON.stringify({ success: false, code, message: 'Not now', ...more });
  return (response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
};

/** The longest delay that an error answer asks for, in milliseconds: until then a device decides alone (decision 0023). */
export const LONGEST_ASKED_MS = 1_000;

/** Error answers of balancers and of the API. */
export const SERVER_ERRORS: readonly IntermediaryAnswer[] = [
  refusal(500, 'unavailable'),
  refusal(503, 'unavailable'),
  refusal(503, 'unavailable', { retry_after_ms: 300 }),
  refusal(429, 'rate_limited', { retry_after_ms: 300 }),
  page(502),
  page(503, { 'Retry-After': '1' }),
  page(504),
];

/** Answers of a captive portal in place of the API. */
export const PORTAL: readonly IntermediaryAnswer[] = [page(200), page(302, { Location: '/portal' }), page(511)];
