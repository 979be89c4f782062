import { runScantix } from '../cli/run-scantix.ts';
import type { TestServer } from './start-test-server.ts';

/** What a command has written, and its exit code. */
export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What the program is beside its administration, where no server is started. */
export const NO_SERVER = { serve: () => Promise.reject(new Error('no server was expected')), version: 'source' };

/** Runs `scantix` as the operator of a test server. `lines`: what is typed where a command asks. */
export async function runCommand(
  { operatorFetch, lines = [] }: Pick<TestServer, 'operatorFetch'> & { readonly lines?: readonly string[] },
  ...args: readonly string[]
): Promise<CommandRun> {
  let [out, err] = ['', ''];
  const typed = [...lines];
  const terminal = {
    env: {},
    isInteractive: true,
    askHidden: async () => typed.shift() ?? '',
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  const connect = async () => ({ fetch: operatorFetch, async [Symbol.asyncDispose]() {} });
  const code = await runScantix(args, { terminal, dataDir: '/nowhere', connect, ...NO_SERVER });
  return { code, out, err };
}
