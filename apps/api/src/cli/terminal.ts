import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { reasonOfFile } from '../system/reason-of-file.ts';

/** What a command reads from and writes to. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person types the input. */
  readonly isInteractive: boolean;
  /** Writes what the command was asked for. */
  out(text: string): void;
  /** Writes what tells of the work: progress, warnings, errors. */
  err(text: string): void;
  /** Reads one line without showing it; `''` at the end of the input. */
  askHidden(question: string): Promise<string>;
}

/** The process's own terminal. A reader of the output that has enough, such as `head`, ends the command. */
export function systemTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY === true;
  const err = (text: string) => void process.stderr.write(text);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    err(`scantix: The output cannot be written: ${reasonOfFile(error) ?? error.message}.\n`);
    process.exit(1);
  });
  return {
    env: process.env,
    isInteractive,
    out: (text) => void process.stdout.write(text),
    err,
    async askHidden(question) {
      if (isInteractive) err(question);
      // With an output of its own, readline takes the terminal's echo away and shows nothing instead.
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isInteractive });
      const line = await new Promise<string>((resolve) => {
        lines.once('line', resolve);
        lines.once('close', () => resolve(''));
        lines.once('SIGINT', () => process.exit(130));
      });
      lines.close();
      if (isInteractive) err('\n');
      return line;
    },
  };
}
