import { CommanderError } from 'commander';
import { describeFailure } from '../process/describe-failure.ts';
import { reasonOfFile } from '../system/reason-of-file.ts';
import { createCli } from './cli.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { Connection } from './connect/connection.ts';
import { printable } from './format-table.ts';
import { createProgram, type ProgramItself } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes: done, refused or failed, called in a way that it does not take. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs one command. `connect` is called with the first call to the administration: help and errors of usage need no
 * database.
 */
export async function runScantix(
  args: readonly string[],
  {
    terminal,
    dataDir,
    connect,
    ...itself
  }: { terminal: Terminal; dataDir: string; connect: () => Promise<Connection> } & ProgramItself,
): Promise<ExitCode> {
  let connection: Promise<Connection> | undefined;
  const connectOnce = () => {
    connection ??= connect();
    return connection;
  };
  const program = createProgram(
    (root) => createCli({ terminal, dataDir, connect: connectOnce, json: () => root.opts().json === true }),
    itself,
  );
  for (const command of [program, ...program.commands.flatMap((noun) => [noun, ...noun.commands])]) {
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  }
  try {
    const [first, ...path] = args;
    // Commander's own `help` reads one word: that of a command of `clerks` is `clerks help create`.
    await program.parseAsync(first === 'help' ? path.toSpliced(-1, 0, 'help') : args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.err(`scantix: ${describeError(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await (await connection?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }
}

/** Why a command was not done, in one line. */
export function describeError(error: unknown): string {
  if (error instanceof CommandError || error instanceof UsageError) return printable(error.message);
  const reason = reasonOfFile(error);
  if (reason !== undefined && error instanceof Error && 'path' in error) {
    // A copy that finds no room names what is copied first.
    const isFull = 'dest' in error && 'code' in error && error.code === 'ENOSPC';
    return `${isFull ? error.dest : error.path}: ${reason}.`;
  }
  return describeFailure(error, 'The command failed');
}
