import { listDomains } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import { type Cli, requireNameInPath } from './cli.ts';
import { UsageError } from './command-error.ts';

/** The option of every command that works in a domain. */
export function inDomain(command: Command): Command {
  return command.option('-d, --domain <domain>', 'its name or id; may be left out while there is only one');
}

/**
 * The domain that a command works in: the one that is named, or the only one.
 * @throws UsageError if none is named and there is not one, or its name is empty or dots
 */
export async function chooseDomain(cli: Cli, { domain }: { domain?: string | undefined }): Promise<string> {
  if (domain !== undefined) {
    requireNameInPath(domain);
    return domain;
  }
  const { items } = await cli.call(listDomains, {});
  const [only] = items;
  if (only && items.length === 1) return only.id;
  if (!only) throw new UsageError('There is no domain yet: create one with "scantix domains create NAME"');
  throw new UsageError('There are several domains: name one by --domain ("scantix domains list" shows them)');
}
