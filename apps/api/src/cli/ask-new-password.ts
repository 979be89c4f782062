import { chosenPassword } from '@scantix/api-contract/admin';
import { UsageError } from './command-error.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks for a new password: twice at a terminal, without an echo; otherwise it is the first line of the input. A password
 * is no argument, since every process of the machine can read those.
 * @throws UsageError
 */
export async function askNewPassword(terminal: Terminal): Promise<string> {
  const password = await terminal.askHidden('New password: ');
  if (!chosenPassword.safeParse(password).success) throw new UsageError('A password has at least 10 characters');
  if (terminal.isInteractive && (await terminal.askHidden('Again: ')) !== password) {
    throw new UsageError('The two passwords differ');
  }
  return password;
}
