import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { allowedCall, type HostileThings, writeCall } from './contract-inputs.ts';
import { FOREIGN_HOST } from './find-problem.ts';
import type { HostileAnswer, HostileInput } from './hostile-input.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

/** Other spellings of a path. */
const SPELLINGS: readonly (readonly [string, (path: string) => string])[] = [
  ['a slash at the end', (path) => `${path}/`],
  ['two slashes', (path) => path.replaceAll('/', '//')],
  ['one step more', (path) => `${path}/x`],
  ['a dot segment', (path) => path.replace('/v0/', '/./v0/')],
  ['a step back', (path) => `/healthz/..${path}`],
  ['an encoded step back', (path) => `/healthz/%2e%2e${path}`],
  ['an encoded slash', (path) => path.replace(/\/(?=[^/]*$)/, '%2F')],
  ['a twice encoded slash', (path) => path.replace(/\/(?=[^/]*$)/, '%252F')],
  ['an encoded letter', (path) => path.replace('v0', '%760')],
  ['a back slash', (path) => path.replace(/\/(?=[^/]*$)/, '\\')],
  ['capital letters', (path) => path.toUpperCase()],
  ['U+0000', (path) => `${path}%00`],
  ['no UTF-8', (path) => `${path}%c0%ae`],
  ['a broken escape', (path) => `${path}%E0%A4%A`],
  ['a parameter of the path', (path) => `${path};a=b`],
  ['a whole address', (path) => `http://127.0.0.1${path}`],
  ['an address with a user', (path) => `http://a:b@localhost${path}`],
];

/** Addresses that name nothing. */
const NOWHERE = [
  '/v0/auth/login/x',
  '/scantix/v0/scanner/scans/x',
  '/scantix/v0/scanner/scans/%2e%2e',
  '/scantix/v0/scanner/conflicts/x',
  '/config/v0/scanner/../../v0/auth',
  '/v0/',
  '/v0/auth',
  '/v0/%00',
  '/scantix/',
  '/scantix/v0/scanner/scans//undo',
  '/scantix/v0/reports/%E0%A4%A',
  '/config/v0/',
  '/tickets/',
  '/tickets/v0/%c0%ae',
  '/admin',
  '/admin/',
  '/admin/v0',
  '/admin/v0/nothing',
  '/admin.sock',
  '/%',
  '/%00',
  '/../../etc/passwd',
  '/assets/../../../package.json',
  '/assets/%2e%2e/x',
  ...[
    '..%2f..%2f',
    '..%5c..%5c',
    '....//....//',
    '%252e%252e%252f',
    '.%00./',
    '..;/',
    '%c0%ae%c0%ae/',
    '//etc/',
  ].flatMap((step) => [
    `/assets/${step}${step}etc/passwd`,
    `/admin/${step}${step}etc/passwd`,
    `/admin/v0/${step}setup`,
  ]),
  '/assets/',
  '/assets/.',
  '/assets/index.js/../../package.json',
  '/assets/C:/windows/win.ini',
  ...['next', 'redirect', 'return_to', 'url'].flatMap((name) => [
    `/nowhere?${name}=https://evil.example/`,
    `/nowhere?${name}=//evil.example/%2f..`,
    `/nowhere?${name}=%0d%0aX-Injected:%201`,
  ]),
  '/%0d%0aX-Injected:%201',
  '//evil.example/',
  '/.git/config',
  '/a\\b',
  '/.data/auth-secret',
  '/postgres',
  '/.env',
  '/metrics',
  '/debug/pprof',
  '/server-status',
  '/.well-known/',
];

const HEADERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a wire version that is none', { 'Scantix-Wire': 'NaN' }],
  ['a huge wire version', { 'Scantix-Wire': '9'.repeat(400) }],
  ['a negative wire version', { 'Scantix-Wire': '-1' }],
  ['a build that is none', { 'Scantix-Build': '<script>\u00ff' }],
  ['a range', { Range: 'bytes=0-18446744073709551615' }],
  ['a range that ends before it begins', { Range: 'bytes=9-1' }],
  ['1,000 ranges', { Range: `bytes=${'0-,'.repeat(1_000)}0-0` }],
  ['a range of another unit', { Range: 'rows=-1', 'If-Range': '"x"' }],
  ['an encoding that is none', { 'Accept-Encoding': 'gzip;q=x,,,;;\u00ff' }],
  ['5,000 encodings', { 'Accept-Encoding': 'gzip,'.repeat(5_000) }],
  ['a date that is none', { 'If-Modified-Since': 'yesterday', 'If-None-Match': '"'.repeat(1_000) }],
  ['200 headers', Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`X-${index}`, 'x']))],
  ['30 KiB of cookies', { Cookie: 'a=b; '.repeat(6_000) }],
  ['a forged address', { 'X-Forwarded-For': "' or 1=1, [::1]:x, \u00ff".repeat(50) }],
  ['a foreign host', { Host: FOREIGN_HOST, 'X-Forwarded-Host': FOREIGN_HOST, 'X-Forwarded-Proto': 'https' }],
  ['a foreign host that is forwarded', { Forwarded: `host=${FOREIGN_HOST};proto=https`, 'X-Host': FOREIGN_HOST }],
  ['a foreign origin', { Origin: `https://${FOREIGN_HOST}`, Referer: `https://${FOREIGN_HOST}/` }],
  ['an upgrade', { Connection: 'x-nothing', Upgrade: 'h2c' }],
];

/** Other methods, paths and headers. No spelling of a path opens a call without a session. */
export function* addressInputs(things: HostileThings): Generator<HostileInput> {
  const known = new Set(CONTRACT_CALLS.map(([, { method, path }]) => `${method} ${path}`));
  for (const [group, endpoint] of CONTRACT_CALLS) {
    const request = writeCall(endpoint, allowedCall(endpoint, things));
    for (const method of METHODS.filter((other) => !known.has(`${other} ${endpoint.path}`))) {
      const { body: _, ...rest } = request;
      yield { group, name: `the method ${method}`, as: 'nobody', request: { ...rest, method }, expects: 'refused' };
    }
    if (endpoint.needs === 'anybody') continue;
    const [path = '', query = ''] = request.path.split('?');
    for (const [name, spell] of SPELLINGS) {
      const spelled = { ...request, path: `${spell(path)}?${query}` };
      yield { group, name: `the path with ${name}`, as: 'nobody', request: spelled, expects: refusedOrPage };
    }
    if (endpoint.method === 'GET') {
      const head = { ...request, method: 'HEAD' };
      yield { group, name: 'the method HEAD', as: 'nobody', request: head, expects: 401 };
      for (const [name, headers] of HEADERS) {
        const as = endpoint.needs === 'operate' ? 'nobody' : 'clerk';
        yield {
          group,
          name,
          as,
          request: { ...request, headers: { ...request.headers, ...headers } },
          expects: 'unharmed',
        };
      }
    }
  }
  for (const path of NOWHERE) {
    yield { group: 'no call', name: path, as: 'clerk', request: { method: 'GET', path }, expects: refusedOrPage };
  }
}

/** The app's page may answer where no call is. */
const refusedOrPage = ({ text }: HostileAnswer) => (/^\s*<!doctype html/i.test(text) ? undefined : text.slice(0, 200));
