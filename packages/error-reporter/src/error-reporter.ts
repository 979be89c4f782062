/** The user of the session. Names are not sent. */
export interface ReportedUser {
  readonly id: string;
  /** Sent as a tag. @default none */
  readonly domain?: string;
  /** Sent as a tag. @default none */
  readonly workgroup?: string;
}

/** Reports errors. No method throws or rejects. */
export interface ErrorReporter {
  /** Collects uncaught errors and loads Sentry. */
  start(): void;
  /** Sends what is left and ends reporting. */
  stop(): Promise<void>;
  /** Reports an error; until Sentry is loaded it waits in a queue. */
  capture(error: unknown, context?: Readonly<Record<string, unknown>>): void;
  /** Sets the user of later reports. */
  setUser(user: ReportedUser | null): void;
}
