import { type AdminDevice, cancelDeviceWipe, listDevices, nameDevice, wipeDevice } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import type { Cli } from '../cli.ts';
import { formatFields, formatTable } from '../format-table.ts';
import { readPages } from '../read-pages.ts';

interface Options {
  readonly domain?: string;
  readonly cancel?: true;
}

/** `scantix devices`: the phones and desks that have made a call in a domain. */
export function addDeviceCommands(program: Command, cli: Cli): void {
  const devices = program.command('devices').description('the devices that have made a call in a domain');

  inDomain(devices.command('list'))
    .description('list the devices of a domain, the last seen first')
    .action(async (options: Options) => {
      const domain = await chooseDomain(cli, options);
      const readPage = (cursor: string | undefined) =>
        cli.call(listDevices, { params: { domain }, query: { limit: '200', cursor } });
      cli.show(await readDevices(readPage), ({ items }) =>
        formatTable(
          ['ID', 'NAME', 'CLERK', 'SEEN', 'ADDRESS', 'BUILD', 'WAITING', 'WIPE'],
          items.map((device) => [
            ...[device.id, device.name, device.clerk, device.seen_at, device.address, device.app_build],
            ...[device.waiting, wipeWords(device)],
          ]),
        ),
      );
    });

  inDomain(devices.command('name'))
    .description('give a device a name')
    .argument('<device>', 'its id')
    .argument('[name]', 'none takes its name away')
    .action(async (device: string, name: string | undefined, options: Options) => {
      const params = { domain: await chooseDomain(cli, options), device };
      const input = { params, body: { name: name ?? null } };
      cli.show(await cli.call(nameDevice, input), formatDevice);
    });

  inDomain(devices.command('wipe'))
    .description('order a device to wipe itself with its next call; scans that were not sent stay on it, sealed')
    .argument('<device>', 'its id')
    .option('--cancel', 'take an order back that the device has not heard yet')
    .action(async (device: string, { cancel, ...options }: Options) => {
      const params = { domain: await chooseDomain(cli, options), device };
      cli.show(await cli.call(cancel ? cancelDeviceWipe : wipeDevice, { params }), formatDevice);
    });
}

/** Reads all devices. One that calls meanwhile moves to the front, out of the pages that follow. */
async function readDevices(readPage: Parameters<typeof readPages<AdminDevice>>[0]): Promise<{ items: AdminDevice[] }> {
  const { items } = await readPages(readPage);
  const known = new Set(items.map(({ id }) => id));
  const moved = (await readPage(undefined)).items.filter(({ id }) => !known.has(id));
  return { items: [...moved, ...items] };
}

function wipeWords({ wipe }: AdminDevice): string {
  if (!wipe) return '';
  if (!wipe.done_at) return `ordered ${wipe.ordered_at} by ${wipe.ordered_by}`;
  return `done ${wipe.done_at}${wipe.kept ? `, ${wipe.kept} unsent kept sealed` : ''}`;
}

function formatDevice(device: AdminDevice): string {
  const { id, name, clerk, seen_at: seen } = device;
  return formatFields({ id, name, clerk, seen, wipe: wipeWords(device) });
}
