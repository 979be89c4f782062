import type { Endpoint } from '@scantix/api-contract';
import * as contract from '@scantix/api-contract';
import * as admin from '@scantix/api-contract/admin';
import * as snapshot from '@scantix/api-contract/snapshot';

/** Every call of the contract, by its name; those of the administration last. */
export const CONTRACT_CALLS: readonly (readonly [name: string, endpoint: Endpoint])[] = [
  ...callsOf({ ...contract, ...snapshot }),
  ...callsOf(admin),
];

function callsOf(entry: Readonly<Record<string, unknown>>): [string, Endpoint][] {
  return Object.entries(entry)
    .filter((one): one is [string, Endpoint] => typeof one[1] === 'object' && one[1] !== null && 'needs' in one[1])
    .toSorted(([one], [other]) => one.localeCompare(other));
}
