import { expect, test } from 'vitest';
import * as contract from './index.ts';
import { type Endpoint, mayCall, RIGHTS, type Right, scannerConfig } from './index.ts';
import * as snapshot from './snapshot/index.ts';

/** Every call of the contract by its name. */
const CALLS = Object.entries<unknown>({ ...contract, ...snapshot }).filter(
  (entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && entry[1] !== null && 'needs' in entry[1],
);

function callsWith(rights: readonly Right[]): string[] {
  return CALLS.filter(([, endpoint]) => mayCall(rights, endpoint)).map(([name]) => name);
}

const WITH_A_SESSION = [
  ...['getScannerConfig', 'login', 'logout', 'postScans', 'refresh', 'registerDeviceKey', 'reportWipe'],
  ...['changePassword', 'deliverRevocations', 'getSigningKeys', 'undoScan'],
];
const LOG = ['countScans', 'listConflicts', 'listScans', 'lookupTicket'];

test.each<[Right[], string[]]>([
  [[], []],
  [['scan'], [...LOG, 'getSnapshot', 'getSnapshotSegment']],
  [
    ['scan', 'search'],
    [...LOG, 'getSnapshot', 'getSnapshotSegment', 'searchTickets'],
  ],
  [
    ['supervise'],
    [
      ...LOG,
      ...['acknowledgeConflict', 'exportScansAsCsv', 'exportScansAsJson', 'getGates', 'getReportBreakdown'],
      ...['getReportSummary', 'getReportTimeline', 'searchTickets', 'watchReports'],
    ],
  ],
  [['manage'], ['importTickets']],
])('a clerk with %j may make these calls', (rights, calls) => {
  expect(callsWith(rights).toSorted()).toEqual([...WITH_A_SESSION, ...calls].toSorted());
});

test('a clerk with all rights may make every call', () => {
  expect(callsWith(RIGHTS)).toEqual(CALLS.map(([name]) => name));
});

const config = {
  ticketing: 'on',
  checkpoints: [],
  symbologies: [],
  decision_budget_ms: 3_000,
  snapshot_stale_after_ms: 1,
  snapshot_expires_after_ms: 2,
};

test('an older or foreign server tells no rights', () => {
  expect(scannerConfig.parse(config)).toEqual(config);
});

test('a right that a newer server has introduced is left out', () => {
  expect(scannerConfig.parse({ ...config, rights: ['scan', 'levitate'] }).rights).toEqual(['scan']);
});
