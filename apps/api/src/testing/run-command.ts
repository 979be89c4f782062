import { runScantix } from '../cli/run-scantix.ts';
import type { TestServer } from './start-test-server.ts';

/** What a command has written, and its exit code. */
export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `scantix` as the operator of a test server. */
export async function runCommand(
  { operatorFetch }: Pick<TestServer, 'operatorFetch'>,
  ...args: readonly string[]
): Promise<CommandRun> {
  let [out, err] = ['', ''];
  const terminal = {
    env: {},
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  const connect = async () => ({ fetch: operatorFetch, async [Symbol.asyncDispose]() {} });
  const code = await runScantix(args, { terminal, connect });
  return { code, out, err };
}
