/** The headers of our own calls, which are all but the three of sign-in, and one of a refused sign-in. */
export const HEADERS = {
  /** Request: the build of the app. */
  build: 'Scantix-Build',
  /** Request: the app's {@link WIRE_VERSION}; absent: 0. */
  wire: 'Scantix-Wire',
  /** Answer: the id of the server's database, made with it. A restored copy keeps it. */
  epoch: 'Scantix-Epoch',
  /** Answer: the number of the newest change by the session's device when the call began; 0: none. */
  receipt: 'Scantix-Receipt',
  /** Answer: the build of the server. */
  serverBuild: 'Scantix-Server-Build',
  /** Answer: the id of the order to wipe the session's device; absent: none. */
  wipe: 'Scantix-Wipe',
  /** Answer to a refused sign-in: {@link NEW_PASSWORD} where the password was right and has to be replaced first. */
  signIn: 'Scantix-Sign-In',
  /** Answer: `register`, the session has no device key, and the server takes one; `prove`, the refresh needs a proof, or one of now. */
  deviceKey: 'Scantix-Device-Key',
  /** Request, a refresh of a session with a device key: the proof. */
  proof: 'Scantix-Proof',
  /** Answer to a sign-in: the handle that ends the session and can do nothing else. */
  revocation: 'Scantix-Revocation',
} as const;

/** The value of `HEADERS.signIn` for a password that signs nobody in. */
export const NEW_PASSWORD = 'new-password';

/** Grows with every value that an app of the version before cannot read. A server sends an older app none of them. */
export const WIRE_VERSION = 2;

/** What the headers of an answer say; `null` where the server does not say it. */
export interface AnswerHeaders {
  readonly date: Date | null;
  /** The id of the database. */
  readonly epoch: string | null;
  /** The highest receipt number of the session's device when the call began, before the changes of the call itself. */
  readonly receipt: number | null;
  /** The build of the server. */
  readonly build: string | null;
}

/** The headers of a server that says nothing. */
export const NO_ANSWER_HEADERS: AnswerHeaders = { date: null, epoch: null, receipt: null, build: null };

/** Reads the headers of an answer. One that the browser may have kept says nothing of now. */
export function readAnswerHeaders(headers: Headers): AnswerHeaders {
  if (/immutable|max-age=[1-9]/.test(headers.get('Cache-Control') ?? '')) return NO_ANSWER_HEADERS;
  const date = new Date(headers.get('Date') ?? '');
  const receipt = headers.get(HEADERS.receipt) ?? '';
  return {
    date: Number.isNaN(date.getTime()) ? null : date,
    epoch: headers.get(HEADERS.epoch),
    receipt: /^\d{1,15}$/.test(receipt) ? Number(receipt) : null,
    build: headers.get(HEADERS.serverBuild),
  };
}
