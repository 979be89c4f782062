import type { HostileInput } from '../../src/testing/hostile/hostile-input.ts';

/** What a faulty server answers: `hostile-server.ts` makes it. */
export type Fault = 'server-error' | 'accepted' | 'leak' | 'injected' | 'elsewhere' | 'foreign host';

/** A kind of hostile input. */
export interface Kind {
  /** Matches the subject and name of its inputs. */
  readonly matches: RegExp;
  /** The fault that a server could have with it. */
  readonly fault: Fault;
}

/** Every kind of input that has to be tried, each with a fault that a run must find. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'deep JSON': { matches: /in each other$/, fault: 'server-error' },
  'keys that stand twice': { matches: /keys that stand twice/, fault: 'server-error' },
  'names of every object': { matches: /a prototype|a constructor|a name of every object/, fault: 'accepted' },
  'numbers beyond 2^53': { matches: /: 2\^(53|63)|"9007199254740993"|largest number/, fault: 'accepted' },
  'half a sign': { matches: /: half a sign$/, fault: 'accepted' },
  'U+0000': { matches: /: U\+0000$/, fault: 'server-error' },
  'text from right to left': { matches: /^(create|change).*text from right to left/, fault: 'accepted' },
  'text without width': { matches: /zero-width/, fault: 'server-error' },
  'large headers': { matches: /200 headers|30 KiB of cookies/, fault: 'server-error' },
  'content types': { matches: /the content type "text\/plain"/, fault: 'accepted' },
  charsets: { matches: /the charset/, fault: 'server-error' },
  encodings: { matches: /a packed body|a bomb/, fault: 'accepted' },
  'bodies cut off': { matches: /half a (body|chunk)$/, fault: 'accepted' },
  'slow bodies': { matches: /a body, byte by byte/, fault: 'accepted' },
  ranges: { matches: /range/, fault: 'server-error' },
  'other methods': { matches: /the method (HEAD|TRACE|DELETE)/, fault: 'accepted' },
  'paths out of a folder': { matches: /\/(assets|admin)\/.*etc\/passwd/, fault: 'accepted' },
  'tricks with Host': { matches: /a foreign host/, fault: 'foreign host' },
  'line ends in a redirect': { matches: /nowhere\?.*%0d%0a/, fault: 'injected' },
  'a redirect elsewhere': { matches: /nowhere\?.*evil/, fault: 'elsewhere' },
  'forged tokens': { matches: /by (alg none|a key id that is a path|alg EdDSA)/, fault: 'accepted' },
  'signed tokens that lie': { matches: /^signed tokens/, fault: 'accepted' },
  'ids of another domain': { matches: /(id|checkpoint|conflict|scan|clerk|domain) of another domain/, fault: 'leak' },
  'cursors of another domain': { matches: /cursor of another domain/, fault: 'leak' },
  SQL: { matches: /: SQL$/, fault: 'server-error' },
  formulas: { matches: /formulas with/, fault: 'accepted' },
  'files that are no CSV': { matches: /a file: (a zip|an Excel)/, fault: 'accepted' },
  'endless records': { matches: /an open quote, and line ends/, fault: 'accepted' },
  'receivers inward': { matches: /a receiver https:\/\/(127|169|\[)/, fault: 'accepted' },
};

const TRIED = 2;

/** The header that tells a faulty server its fault. */
export const FAULT_HEADER = 'x-fault';

/** Some inputs of each kind, which say to a faulty server what its fault is. Their subject is the kind. */
export function plantedInputs(inputs: readonly HostileInput[]): HostileInput[] {
  return Object.entries(KINDS).flatMap(([group, { matches, fault }]) =>
    inputs
      .filter(({ group: of, name, expects }) => matches.test(`${of}: ${name}`) && canShow(fault, expects))
      .slice(0, TRIED)
      .map((input) => ({ ...input, group, request: withFault(input.request, fault) })),
  );
}

/** What nobody forbids can only break the server. */
const canShow = (fault: Fault, expects: HostileInput['expects']) => fault !== 'accepted' || expects !== 'unharmed';

function withFault({ headers, raw, ...request }: HostileInput['request'], fault: Fault): HostileInput['request'] {
  const line = `${FAULT_HEADER}: ${fault}\r\n`;
  if (raw)
    return {
      ...request,
      raw: { ...raw, pieces: raw.pieces.map((piece) => piece.replace('\r\nHost:', `\r\n${line}Host:`)) },
    };
  return { ...request, headers: { ...headers, [FAULT_HEADER]: fault } };
}
