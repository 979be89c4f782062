import { type ApiFailure, type ApiInput, createApiClient, type Endpoint } from '@scantix/api-contract';
import type * as z from 'zod/mini';
import { CommandError, UsageError } from './command-error.ts';
import type { Connection } from './connect/connection.ts';
import { formatJson } from './format-table.ts';
import type { Terminal } from './terminal.ts';

/** What every command works with. */
export interface Cli {
  readonly terminal: Terminal;
  /**
   * Makes a call of the administration.
   * @throws CommandError if it is refused or not answered; UsageError if a part of its path is empty or dots
   */
  call<Of extends Endpoint>(endpoint: Of, input: ApiInput<Of>): Promise<z.output<Of['response']>>;
  /** The data folder, for what is done without a server. */
  readonly dataDir: string;
  /** Opens the way to the administration, for a call whose body or answer is not JSON. */
  connect(): Promise<Connection>;
  /** Writes what a command has found or done: the value itself with `--json`, else as `format` writes it. */
  show<Value>(value: Value, format: (value: Value) => string): void;
}

/** The address under which the administration answers; no name is looked up. */
export const ADMIN_URL = 'http://admin.invalid';

export function createCli({
  terminal,
  dataDir,
  connect,
  json,
}: {
  terminal: Terminal;
  dataDir: string;
  connect: () => Promise<Connection>;
  /** Whether the output is for a program. */
  json: () => boolean;
}): Cli {
  return {
    terminal,
    dataDir,
    connect,
    async call(endpoint, input) {
      for (const value of Object.values(input.params ?? {})) requireNameInPath(value);
      const { fetch } = await connect();
      const client = createApiClient({ baseUrl: ADMIN_URL, fetch });
      const outcome = await client.call(endpoint, input);
      if (outcome.ok) return outcome.value;
      throw new CommandError(describeRefusal(outcome.failure), { cause: outcome.failure });
    },
    show(value, format) {
      terminal.out(json() ? formatJson(value) : format(value));
    },
  };
}

/**
 * Checks a name of a file or folder. An empty one would be the working folder.
 * @throws UsageError
 */
export function requireName(name: unknown): void {
  if (name === '') throw new UsageError('A name or an id is empty');
}

/**
 * Checks a name or an id in the path of a call. Without it, or with dots (RFC 3986, section 5.2.4), the path is another call's.
 * @throws UsageError
 */
export function requireNameInPath(name: unknown): void {
  requireName(name);
  if (name === '.' || name === '..') throw new UsageError(`Nothing has the name ${name}`);
}

/** Why a call was not done, in one line. */
function describeRefusal(failure: ApiFailure): string {
  if (failure.kind === 'refused') return `${failure.message}.`.replace(/([.?!])\.$/, '$1');
  const reason = failure.cause instanceof Error ? failure.cause.message : String(failure.cause);
  return `The server broke off before it answered (${reason}). Look whether the change was made before you repeat it.`;
}
