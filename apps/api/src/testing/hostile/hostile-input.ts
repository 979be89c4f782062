/** As whom a request is sent: a clerk with every right, the operator through the admin socket, or without a session. */
export type Sender = 'clerk' | 'operator' | 'nobody';

/** A request as it is sent. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Instead of all of it: what is written to the connection. */
  readonly raw?: RawRequest;
}

/** What is written to a connection, in pieces with a pause between them. `{bearer}`: the header line of the session. */
export interface RawRequest {
  readonly pieces: readonly string[];
  /** Whether the client then ends the connection, in the middle of a request. */
  readonly isCut: boolean;
}

/** An answer, or that the connection was closed before one. */
export interface HostileAnswer {
  readonly status: number;
  /** Names and values, in lines. */
  readonly head: string;
  readonly text: string;
}

/** One hostile request, and what it may lead to. */
export interface HostileInput {
  /** The call or subject, to count by. */
  readonly group: string;
  /** What is hostile. */
  readonly name: string;
  readonly as: Sender;
  readonly request: HostileRequest;
  /**
   * What may answer it. `refused`: the contract forbids it, so a 4xx in the contract's form. `unharmed`: the contract
   * allows it, so anything but a 5xx. A number: that status. A function says what was taken that must not be.
   */
  readonly expects: 'refused' | 'unharmed' | number | ((answer: HostileAnswer) => string | undefined);
  /** Whether the server may close the connection without an answer. @default false */
  readonly mayClose?: boolean;
}

/** Something that must not be. */
export interface Finding {
  readonly kind: 'accepted' | 'server error' | 'leak' | 'not tried' | 'no answer';
  readonly input: string;
  readonly what: string;
}
