/** What a command reads from and writes to. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes what the command was asked for. */
  out(text: string): void;
  /** Writes what tells of the work: progress, warnings, errors. */
  err(text: string): void;
}

/** The process's own terminal. A reader of the output that has enough, such as `head`, ends the command. */
export function systemTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return {
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  };
}
