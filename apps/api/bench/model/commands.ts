import type { ClerkDecision, ScanMode } from '@scantix/api-contract';
import * as fc from 'fast-check';
import * as device from './device-commands.ts';
import type { ModelRights } from './reference.ts';
import * as scans from './scan-commands.ts';
import * as server from './server-commands.ts';
import { type Clerk, CODES } from './system.ts';

const tab = fc.nat(1);
const code = fc.constantFrom(...CODES);
const decision = fc.constantFrom<ClerkDecision>('let_in', 'turned_away');
const mode = fc.constantFrom<ScanMode[]>('entry', 'entry', 'entry', 'exit', 'check');

/** All commands, common ones more often. */
export const commands = fc.commands(
  [
    fc.tuple(tab, code, mode).map((args) => scans.scan(...args)),
    fc.tuple(tab, code, mode).map((args) => scans.scan(...args)),
    fc.tuple(tab, code, mode).map((args) => scans.scan(...args)),
    fc.tuple(tab, code, mode, fc.option(decision)).map((args) => scans.scanWithoutAnswer(...args)),
    fc.tuple(tab, code).map((args) => scans.scanThenKill(...args)),
    fc.tuple(tab, fc.nat(20)).map((args) => scans.undo(...args)),
    fc.tuple(tab, fc.nat(20)).map((args) => scans.undo(...args)),
    fc.tuple(tab, fc.nat(20), decision).map((args) => scans.decide(...args)),
    fc.tuple(tab, fc.nat(20), decision).map((args) => scans.decide(...args)),
    fc.tuple(tab, code).map((args) => server.undoElsewhere(...args)),
    fc.constantFrom<ModelRights[]>('none', 'scan', 'supervise').map(server.limit),
    fc.boolean().map((isKnown) => device.setNetwork(false, isKnown)),
    fc.boolean().map((isKnown) => device.setNetwork(false, isKnown)),
    fc.constant(device.setNetwork(true, true)),
    fc.constantFrom<(Clerk | null)[]>('anna', 'ben', 'carla', null).map(device.changeClerk),
    fc.constant(null).map(device.openSecondTab),
    tab.map(device.kill),
    fc.constant(null).map(device.updateSnapshot),
    fc.constantFrom(40_000, 20 * 60_000, 5 * 3_600_000).map(device.wait),
    code.map(server.useElsewhere),
    fc.tuple(code, fc.boolean()).map((args) => server.changeTicket(...args)),
    fc.tuple(code, fc.integer({ min: 1, max: 3 })).map((args) => server.allow(...args)),
    fc.constant(null).map(server.acknowledge),
  ],
  { maxCommands: 30, size: 'max' },
);
