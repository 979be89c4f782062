import type { BadAnswer } from './refresh-observer.ts';

const PAGE = '<!doctype html><title>Sign in to the venue Wi-Fi</title>';
const TOKENS = { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 };

const page = (status: number): BadAnswer => {
  return (_request, response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end(PAGE);
};
const text = (status: number, body: string): BadAnswer => {
  return (_request, response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
};
const refusal = (status: number): BadAnswer =>
  text(status, JSON.stringify({ success: false, code: 'unavailable', message: 'Not now' }));
const tokens = (changed: Record<string, unknown>): BadAnswer =>
  text(200, JSON.stringify({ success: true, tokens: { ...TOKENS, ...changed } }));

const redirects = [301, 302, 303, 307, 308].map((status): [string, BadAnswer] => [
  `${status} to a portal`,
  (_request, response) => response.writeHead(status, { Location: '/portal' }).end(),
]);

const broken: [string, BadAnswer][] = [
  ['a dropped connection', (request) => request.socket.destroy()],
  ['a reset connection', (request) => request.socket.resetAndDestroy()],
  ['an answer that is no HTTP', (request) => request.socket.end('what?\r\n\r\n')],
  ['silence', () => {}],
  ['headers and then silence', (_request, response) => response.writeHead(200).flushHeaders()],
  [
    'half an answer',
    (request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"success":true,"tok');
      setImmediate(() => request.socket.destroy());
    },
  ],
];

/** Over sixty answers to a refresh that are not our API's refusal: none of them may end a session. */
export const BAD_ANSWERS: readonly (readonly [string, BadAnswer])[] = [
  ...[200, 203, 400, 401, 402, 403, 404, 407, 408, 429, 451, 500, 502, 503, 504, 511, 520, 522, 530].map(
    (status): [string, BadAnswer] => [`a page with ${status}`, page(status)],
  ),
  ...[402, 403, 404, 405, 408, 409, 410, 413, 422, 425, 428, 429, 500, 502, 503, 504].map(
    (status): [string, BadAnswer] => [`our error with ${status}`, refusal(status)],
  ),
  ...redirects,
  ...broken,
  ['no body with 200', text(200, '')],
  ['no body with 204', (_request, response) => response.writeHead(204).end()],
  ['truncated JSON', text(200, '{"success":true,"tokens":{"access_tok')],
  ['null', text(200, 'null')],
  ['a list', text(200, '[]')],
  ['foreign JSON with 200', text(200, '{"status":"login required"}')],
  ['foreign JSON with 401', text(401, '{"error":"login required"}')],
  ['foreign JSON with 400', text(400, '{"errors":["bad request"]}')],
  ['a refusal with 200', refusal(200)],
  ['success without tokens', text(200, '{"success":true}')],
  ['an empty access token', tokens({ access_token: '' })],
  ['an empty refresh token', tokens({ refresh_token: '' })],
  ['no access token', tokens({ access_token: undefined })],
  ['a lifetime in words', tokens({ expires_in: 'an hour' })],
  ['a lifetime below zero', tokens({ expires_in: -1 })],
];
