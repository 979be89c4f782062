/** Text that JSON.stringify cannot write, to stand in a body as it is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON with the raw texts in it. */
export function toJson(value: unknown): string {
  const raw: string[] = [];
  const json = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof RawJson ? `@raw${raw.push(part.text) - 1}@` : part,
  );
  return json.replaceAll(/"@raw(\d+)@"/g, (_all, index) => raw[Number(index)] ?? '');
}

const LONG = 20_000;
const nested = (depth: number) => new RawJson('['.repeat(depth) + ']'.repeat(depth));

/** Texts that mean something to a database, a file system, a shell, a log, a page or a spreadsheet, or look like another. */
const FRAGMENTS: readonly (readonly [string, string])[] = [
  ['SQL', "' or 1=1; drop table scans; --"],
  ['a SQL wildcard', '%_\\'],
  ['a path', '../../../../etc/passwd'],
  ['a Windows path', '..\\..\\windows\\system32'],
  ['a file URL', 'file:///etc/passwd'],
  ['an address of the host', 'http://169.254.169.254/latest/meta-data'],
  ['a shell command', '$(touch /tmp/x)`id`;|'],
  ['a format string', '%s%n%x%d'],
  ['a template', `{{7*7}}\${7*7}<%= 7*7 %>`],
  ['header lines', 'a\r\nX-Injected: 1\r\n\r\n'],
  ['a script', '<script>alert(1)</script>'],
  ['a formula', '=cmd|"/c calc"!A1'],
  ['a name of every object', '__proto__'],
  ['a method of every object', 'toString'],
  ['text from right to left', '\u202ecilbup\u2066'],
  ['a decomposed letter', 'Cafe\u0301'],
  ['a zero-width joiner', 'a\u200db\ufeff'],
  ['signs beyond 16 bits', '\u{1f480}'.repeat(30)],
  ['white space', ' \t\u00a0\u2003'],
  ['control characters', '\u0001\u0008\u001b[2J\u007f\u0085'],
  ['U+0000', 'a\u0000b'],
];

const TIMES: readonly string[] = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-11-21T25:00:00.000Z',
  '2026-11-21T09:00:00',
  '2026-11-21T09:00:00.000+25:00',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
];

const IDS: readonly string[] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01A1FC4F-66DB-7413-888B-AAF9E3B59103',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  '01a1fc4f-66db-7413-888b-aaf9e3b59103',
];

/** Values for a field of an address. */
export const HOSTILE_TEXTS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ...FRAGMENTS,
  ...TIMES.map((time) => [`the time ${time}`, time] as const),
  ...IDS.map((id) => [`the id ${id}`, id] as const),
  ...['0', '-1', '1.5', '1e400', 'NaN', '9007199254740993', '0x10', 'null', '[]', '{}'].map(
    (number) => [`"${number}"`, number] as const,
  ),
  ['20,000 characters', 'x'.repeat(LONG)],
];

/** Values for a field of a body. */
export const HOSTILE_VALUES: readonly (readonly [string, unknown])[] = [
  ...HOSTILE_TEXTS,
  ['null', null],
  ['true', true],
  ['0', 0],
  ['-0', new RawJson('-0')],
  ['-1', -1],
  ['1.5', 1.5],
  ['2^53 + 1', new RawJson('9007199254740993')],
  ['2^63', new RawJson('9223372036854775808')],
  ['the largest number', Number.MAX_VALUE],
  ['the smallest number', -Number.MAX_VALUE],
  ['infinity', new RawJson('1e400')],
  ['a list', []],
  ['a list of null', [null]],
  ['an object', {}],
  ['an object like a list', { length: 1, 0: 'a' }],
  ['a prototype', new RawJson('{"__proto__":{"length":1}}')],
  ['5,000 lists in each other', nested(5_000)],
  ['1,000 items', Array.from({ length: 1_000 }, () => 'a')],
  ['half a sign', new RawJson('"\\ud800"')],
];

/** Text of just more characters than a limit, or as many. */
export const aroundLimit = (max: number): readonly (readonly [string, unknown])[] => [
  [`${max + 1} characters`, 'x'.repeat(max + 1)],
  [`${max} characters`, 'x'.repeat(max)],
  [`${max} signs of four bytes`, '\u{1f480}'.repeat(max / 2)],
  [`${max + 1} items`, Array.from({ length: Math.min(max + 1, 5_000) }, () => 'a')],
];
