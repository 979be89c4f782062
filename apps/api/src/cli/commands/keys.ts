import { listKeys, retireKey, rotateKeys, rotateSnapshotKey } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import type { Cli } from '../cli.ts';
import { formatTable } from '../format-table.ts';

/** `scantix keys`: the keys that sign access tokens, and those of snapshots. */
export function addKeyCommands(program: Command, cli: Cli): void {
  const keys = program.command('keys').description('the keys that sign access tokens, and those of snapshots');

  keys
    .command('list')
    .description('list the keys, the newest first')
    .action(async () => {
      cli.show(await cli.call(listKeys, {}), ({ items }) =>
        formatTable(
          ['KEY', 'STATE', 'CREATED', 'SIGNS SINCE', 'ENDS'],
          items.map(({ kid, state, created_at, signs_since, ends_at }) => [
            kid,
            state,
            created_at,
            signs_since,
            ends_at,
          ]),
        ),
      );
    });

  keys
    .command('rotate')
    .description('let the next key sign; sessions go on, and the old key verifies until its last token has ended')
    .option('--at-once', 'even if other services may not have fetched the next key yet')
    .action(async ({ atOnce = false }: { atOnce?: boolean }) => {
      cli.show(await cli.call(rotateKeys, { body: { at_once: atOnce } }), ({ kid }) => `${kid} signs now\n`);
    });

  keys
    .command('retire')
    .description('refuse a key from now on, such as one that became known; devices refresh and go on')
    .argument('<key>', 'its id')
    .action(async (kid: string) => {
      cli.show(await cli.call(retireKey, { params: { kid } }), () => `${kid} verifies nothing any more\n`);
    });

  inDomain(keys.command('rotate-snapshot'))
    .description('give a domain another key of its snapshot; devices fetch all tickets again, and scans wait meanwhile')
    .action(async (options: { domain?: string }) => {
      const params = { domain: await chooseDomain(cli, options) };
      cli.show(
        await cli.call(rotateSnapshotKey, { params }),
        ({ tickets }) => `Devices fetch ${tickets} tickets again under a new key\n`,
      );
    });
}
