import { describe, expect, test } from 'vitest';
import { FILTERED, scrubSecrets, scrubText } from './index.ts';

const SECRET = 'hunter2-S3cr3t';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl';

/** Texts with a secret in them. */
const TEXTS: readonly string[] = [
  ...[
    'token',
    'access_token',
    'refresh_token',
    'password',
    'key',
    'api_key',
    'apiKey',
    'secret',
    'client_secret',
    'jwt',
    'X-Amz-Signature',
  ].flatMap((name) => [
    `https://gate.example/scan?${name}=${SECRET}&page=2`,
    `https://gate.example/#${name}=${SECRET}`,
    `/login?next=%2Freports%3F${name}%3D${SECRET}%26page%3D2`,
    `{"${name}":"${SECRET}"}`,
    `{\\"${name}\\":\\"${SECRET}\\"}`,
    `{ '${name}': '${SECRET}' }`,
    `failed with ${name}: ${SECRET}, giving up`,
    `${name.toUpperCase()}=${SECRET}`,
  ]),
  `Authorization: Bearer ${SECRET}`,
  `authorization: Basic ${SECRET}`,
  `Proxy-Authorization: Digest username="ada", response="${SECRET}"`,
  `Cookie: theme=dark; sid=${SECRET}`,
  `set-cookie: sid=${SECRET}; HttpOnly`,
  `fetch failed: Bearer ${SECRET}`,
  `{"headers":{"Authorization":"Bearer ${SECRET}"}}`,
  `https://ada:${SECRET}@gate.example/`,
  `https://${SECRET}@gate.example/`,
  `https://gate.example/scan-result/${SECRET}/entry?scan=1`,
  `https://gate.example/results?search=${SECRET}&page=2`,
  `/results?page=2&search=Ada%20${SECRET}`,
  `/login?next=%2Fresults%3Fsearch%3D${SECRET}%26page%3D2`,
  `GET /tickets/v0/lookup?barcode=${SECRET}`,
  `ingest with xaat-${SECRET}`,
  `ul > li > span.app-row[title="Ada "Countess" Berg,\n${SECRET}"]`,
  `button.app-button[type="button"][aria-label="Let ${SECRET} in"]`,
  // As a browser writes an address, and as one address inside another.
  `https://gate.example/?Bearer%20${SECRET}`,
  `https://gate.example/#Authorization:%20Basic%20${SECRET}`,
  `https://gate.example/?{%22password%22:%22${SECRET}%22}`,
  `https://gate.example/?{\\%22refresh_token\\%22:\\%22${SECRET}\\%22}`,
  `https://gate.example/?body=%7B%22password%22%3A%20%22${SECRET}%22%7D`,
  `https://gate.example/?body=password%3A%20${SECRET}`,
  `https://gate.example/?token[]=${SECRET}&token%5B0%5D=${SECRET}`,
  `/login?next=%252Flogin%253Fnext%253D%25252F%25253Ftoken%25253D${SECRET}`,
  `/login?next=%2Fscan-result%2F${SECRET}%2Fentry`,
  `/login?next=https%3A%2F%2Fada%3A${SECRET}%40gate.example%2F`,
];

describe('Scrubbing of texts', () => {
  test.each(TEXTS)('%s', (text) => {
    const scrubbed = scrubText(text);
    expect(scrubbed).not.toContain(SECRET);
    expect(scrubbed).not.toBe('');
    expect(scrubText(scrubbed)).toBe(scrubbed);
  });

  test.each([`the session is ${JWT}`, `?state=${JWT}&x=1`, `"${JWT}"`])(
    'a JWT is masked anywhere in a text: %s',
    (text) => {
      expect(scrubText(text)).not.toContain('eyJ');
    },
  );

  test.each([
    ['https://gate.example/scan?token=abc&page=2#top', `https://gate.example/scan?token=${FILTERED}&page=2#top`],
    ['/scan-result/ABC%2F1/entry?scan=7', '/scan-result/:barcode/entry?scan=7'],
    [
      '/login?next=%2Fscan-result%2FABC%252F1%2Fentry%3Fscan%3D7',
      '/login?next=%2Fscan-result%2F:barcode%2Fentry%3Fscan%3D7',
    ],
    [
      '/?mail=ada%40gate.example&next=https%3A%2F%2Fgate.example%2F%40ada',
      '/?mail=ada%40gate.example&next=https%3A%2F%2Fgate.example%2F%40ada',
    ],
    ['/login?next=%2F%3Fkey%3Dabc%26page%3D2', `/login?next=%2F%3Fkey%3D${FILTERED}%26page%3D2`],
    ['{"password":"a b","user":"ada"}', `{"password":"${FILTERED}","user":"ada"}`],
    ['Bearer abc expired', `Bearer ${FILTERED} expired`],
  ])('the text beside a secret stays: %s', (text, scrubbed) => {
    expect(scrubText(text)).toBe(scrubbed);
  });

  test.each([
    'TypeError: Cannot read properties of undefined (reading "map")',
    'https://gate.example/reports?page=2&sort=time#top',
    'SyntaxError: Unexpected token \'<\', "<!doctype "... is not valid JSON',
    'ResizeObserver loop limit exceeded',
    'at scan (https://gate.example/assets/index-abc.js:12:34)',
    '/scan-result/:barcode',
    '',
  ])('what holds no secret is left alone: %s', (text) => {
    expect(scrubText(text)).toBe(text);
  });

  test('a megabyte is done in well under a second of work', () => {
    for (const text of ['a'.repeat(1_000_000), 'token'.repeat(200_000), '\\'.repeat(100_000), '://'.repeat(300_000)]) {
      // The processor's time: the machine may be busy with something else.
      const before = process.cpuUsage();
      scrubText(text);
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    }
  });
});

describe('Scrubbing of values', () => {
  test('every text at any depth is scrubbed, in keys too', () => {
    const scrubbed = scrubSecrets({ a: [{ b: `?token=${SECRET}` }], [`/scan-result/${SECRET}`]: 1 });
    expect(scrubbed).toEqual({ a: [{ b: `?token=${FILTERED}` }], '/scan-result/:barcode': 1 });
  });

  test.each([
    'token',
    'accessToken',
    'x-auth-token',
    'password',
    'secretKey',
    'api_key',
    'apikey',
    'key',
    'Authorization',
    'cookie',
    'Set-Cookie',
    'pwd',
    'barcode',
    'signature',
    'X-Amz-Signature',
  ])('an entry named %s is masked whatever its value', (name) => {
    for (const value of [SECRET, 12345, [SECRET], { deep: SECRET }]) {
      expect(JSON.stringify(scrubSecrets({ [name]: value }))).not.toMatch(/hunter2|12345/);
    }
  });

  test.each(['monkey', 'keyboard', 'category', 'description', 'scanMethod'])('an entry named %s is not', (name) => {
    expect(scrubSecrets({ [name]: 'plain' })).toEqual({ [name]: 'plain' });
  });

  test('a typed attribute keeps its type', () => {
    expect(scrubSecrets({ 'http.request.header.authorization': { value: SECRET, type: 'string' } })).toEqual({
      'http.request.header.authorization': { value: FILTERED, type: 'string' },
    });
  });

  test('the original is untouched, circles and class instances survive', () => {
    const at = new Date(0);
    const original: Record<string, unknown> = { url: '?token=abc', at };
    original.self = original;
    const copy = scrubSecrets(original);
    expect(original.url).toBe('?token=abc');
    expect(copy.url).toBe(`?token=${FILTERED}`);
    expect(copy.self).toBe(copy);
    expect(copy.at).toBe(at);
  });

  test('a secret that is a list or an object is masked at every depth, and keeps its shape', () => {
    const attribute = { value: { token: SECRET, at: [SECRET, 7] }, type: `?token=${SECRET}` };
    expect(scrubSecrets({ password: attribute, cookie: [SECRET, null, true, undefined, { sid: SECRET }] })).toEqual({
      password: { value: { token: FILTERED, at: [FILTERED, FILTERED] }, type: `?token=${FILTERED}` },
      cookie: [FILTERED, null, true, undefined, { sid: FILTERED }],
    });
    expect(scrubSecrets({ password: { type: 7 } })).toEqual({ password: {} });
  });

  test('what is nested deeper than 32 levels is masked as a whole', () => {
    const nest = (inner: unknown, levels: number): unknown => (levels === 0 ? inner : { a: nest(inner, levels - 1) });
    const dig = (value: unknown, levels: number): unknown =>
      levels === 0 ? value : dig((value as { a: unknown }).a, levels - 1);
    expect(dig(scrubSecrets(nest({ b: 1 }, 31)), 31)).toEqual({ b: 1 });
    expect(dig(scrubSecrets(nest({ b: 1 }, 32)), 32)).toBe(FILTERED);
    expect(dig(scrubSecrets(nest([1], 32)), 32)).toBe(FILTERED);
    const secret = (levels: number) =>
      (scrubSecrets({ password: nest([1], levels) }) as { password: unknown }).password;
    expect(dig(secret(30), 30)).toEqual([FILTERED]);
    expect(dig(secret(31), 31)).toBe(FILTERED);
  });

  test('a list that contains itself survives, and one object in two places is one copy', () => {
    const list: unknown[] = ['?token=abc'];
    list.push(list);
    const copy = scrubSecrets(list);
    expect(copy[0]).toBe(`?token=${FILTERED}`);
    expect(copy[1]).toBe(copy);
    const shared = { a: 1 };
    const two = scrubSecrets([shared, shared]);
    expect(two[0]).toBe(two[1]);
  });

  test('an object without a prototype is plain data too', () => {
    expect(scrubSecrets(Object.assign(Object.create(null) as object, { url: '?token=abc' }))).toEqual({
      url: `?token=${FILTERED}`,
    });
  });

  test.each([null, undefined, 7, true])('%s is no secret', (value) => {
    expect(scrubSecrets(value)).toBe(value);
    expect(scrubSecrets({ plain: value })).toEqual({ plain: value });
  });
});

test('a graph under the name of a secret is masked at once, and an object of a class as a whole', () => {
  const graph: Record<string, unknown> = { name: 'node' };
  Object.assign(graph, { left: graph, right: graph });
  expect(scrubSecrets({ token: graph })).toEqual({
    token: { name: FILTERED, left: FILTERED, right: FILTERED },
  });
  expect(scrubSecrets({ passwordRef: new (class Field {})() })).toEqual({ passwordRef: FILTERED });
});
