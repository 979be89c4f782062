import { listSessions, revokeSessions } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import type { Cli } from '../cli.ts';
import { UsageError } from '../command-error.ts';
import { formatTable } from '../format-table.ts';
import { readPages } from '../read-pages.ts';

interface Options {
  readonly domain?: string;
  readonly session?: string;
  readonly clerk?: string;
  readonly device?: string;
}

/** `scantix sessions`: who is signed in, and where. */
export function addSessionCommands(program: Command, cli: Cli): void {
  const sessions = program.command('sessions').description('who is signed in, and on which device');

  inDomain(sessions.command('list'))
    .description('list the open sessions of a domain, the newest first')
    .option('--clerk <login>', 'only those of this clerk')
    .option('--device <id>', 'only those of this device')
    .action(async ({ domain: named, ...which }: Options) => {
      const params = { domain: await chooseDomain(cli, { domain: named }) };
      const readPage = (cursor: string | undefined) =>
        cli.call(listSessions, { params, query: { ...which, limit: '200', cursor } });
      cli.show({ items: (await readPages(readPage)).items }, ({ items }) =>
        formatTable(
          ['CLERK', 'DEVICE', 'SIGNED IN', 'EXPIRES', 'ID'],
          items.map((session) => [
            ...[session.clerk, session.device, session.signed_in_at, session.expires_at, session.id],
          ]),
        ),
      );
    });

  inDomain(sessions.command('revoke'))
    .description('end a session, or the open ones of a clerk or of a device; scans that wait stay on the device')
    .option('--session <id>')
    .option('--clerk <login>')
    .option('--device <id>')
    .action(async ({ domain: named, ...which }: Options) => {
      if (Object.keys(which).length === 0) throw new UsageError('Say which: --session, --clerk or --device.');
      const params = { domain: await chooseDomain(cli, { domain: named }) };
      const answer = await cli.call(revokeSessions, { params, body: which });
      cli.show(answer, ({ revoked }) => `${revoked} ${revoked === 1 ? 'session' : 'sessions'} ended\n`);
    });
}
