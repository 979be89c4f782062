import { createHmac } from 'node:crypto';
import { getScannerConfig, listConflicts, searchTickets } from '@scantix/api-contract';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { allowedCall, type HostileThings, writeCall } from './contract-inputs.ts';
import type { HostileInput } from './hostile-input.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that says all that ours say, signed with a key of nobody. */
function forge(header: object, payload: object = {}): string {
  const claims = {
    iss: 'scantix',
    aud: 'scantix-api',
    sub: SOMEBODY,
    sid: SOMEBODY,
    exp: 4_102_444_800,
    iat: 1,
    ...payload,
  };
  const said = `${encode({ typ: 'at+jwt', ...header })}.${encode(claims)}`;
  return `${said}.${createHmac('sha256', 'a key of nobody').update(said).digest('base64url')}`;
}

const SOMEBODY = '01a1fc4f-66db-7413-888b-aaf9e3b59103';

/** Headers of callers who have no session. */
const CALLERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['nobody', {}],
  ['Basic', { Authorization: 'Basic bm9ydGg6eA==' }],
  ['an empty bearer', { Authorization: 'Bearer ' }],
  ['two tokens', { Authorization: 'Bearer x y' }],
  ['dots', { Authorization: 'Bearer ...' }],
  ['5,000 characters', { Authorization: `Bearer ${'x'.repeat(5_000)}` }],
  ['alg none', { Authorization: `Bearer ${forge({ alg: 'none' }).replace(/[^.]*$/, '')}` }],
  ['alg HS256', { Authorization: `Bearer ${forge({ alg: 'HS256' })}` }],
  ['alg EdDSA', { Authorization: `Bearer ${forge({ alg: 'EdDSA' })}` }],
  ['a key id that is a path', { Authorization: `Bearer ${forge({ alg: 'EdDSA', kid: '../../../../dev/null' })}` }],
  ['a key id that is SQL', { Authorization: `Bearer ${forge({ alg: 'EdDSA', kid: "' or 1=1 --" })}` }],
  ['a key id that is no text', { Authorization: `Bearer ${forge({ alg: 'EdDSA', kid: { a: 1 } })}` }],
  ['a key id with U+0000', { Authorization: `Bearer ${forge({ alg: 'EdDSA', kid: 'a\u0000b' })}` }],
  [
    'a key of its own',
    { Authorization: `Bearer ${forge({ alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } })}` },
  ],
  ['a key elsewhere', { Authorization: `Bearer ${forge({ alg: 'EdDSA', jku: 'http://127.0.0.1:1/jwks.json' })}` }],
  ['a compressed token', { Authorization: `Bearer ${forge({ alg: 'EdDSA', zip: 'DEF', crit: ['zip'] })}` }],
  ['a cookie', { Cookie: `authToken=${forge({ alg: 'EdDSA' })}; scantix_device=x; __Host-scantix-device=x` }],
  [
    'a proof of no key',
    { 'Scantix-Device-Proof': forge({ alg: 'ES256' }), DPoP: forge({ alg: 'ES256', typ: 'dpop+jwt' }) },
  ],
  [
    'words of an operator',
    { 'X-Operator': '1', operator: 'true', 'X-Forwarded-User': 'root', 'Scantix-Operator': 'true' },
  ],
  [
    'an address of loopback',
    { 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1', Forwarded: 'for=127.0.0.1;proto=https' },
  ],
  ['the name of the socket', { Host: 'admin.sock', 'X-Forwarded-Host': 'localhost' }],
  [
    'another method by header',
    { 'X-HTTP-Method-Override': 'GET', 'X-Original-URL': '/healthz', 'X-Rewrite-URL': '/healthz' },
  ],
];

/** Every call that needs a session, by callers who have none; and the operator's calls by a clerk with every right. */
export function* tokenInputs(things: HostileThings): Generator<HostileInput> {
  for (const endpoint of [getScannerConfig, listConflicts, searchTickets]) {
    const request = writeCall(endpoint, allowedCall(endpoint, things));
    for (const [name, token] of things.forged) {
      const headers = { ...request.headers, Authorization: `Bearer ${token}` };
      const input = { group: 'signed tokens', name: `${endpoint.path}, ${name}`, as: 'nobody', expects: 401 } as const;
      yield { ...input, request: { ...request, headers } };
    }
  }
  for (const [group, endpoint] of CONTRACT_CALLS) {
    if (endpoint.needs === 'anybody') continue;
    const request = writeCall(endpoint, allowedCall(endpoint, things));
    for (const [name, headers] of CALLERS) {
      const as = { group, name: `by ${name}`, as: 'nobody', expects: 401 } as const;
      yield { ...as, request: { ...request, headers: { ...request.headers, ...headers } } };
    }
    if (endpoint.body) {
      yield { group, name: 'by nobody, half a body', as: 'nobody', request: { ...request, body: '{' }, expects: 401 };
    }
    if (endpoint.needs !== 'operate') continue;
    for (const [name, headers] of CALLERS.filter(([, { Authorization }]) => !Authorization)) {
      const as = { group, name: `by a clerk with ${name}`, as: 'clerk', expects: 403 } as const;
      yield { ...as, request: { ...request, headers: { ...request.headers, ...headers } } };
    }
  }
}
