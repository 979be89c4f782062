import type { Bench } from '../../../../scripts/bench/run-bench.ts';
import { checkHistory } from './check-history.ts';
import type { World } from './create-world.ts';
import { AIMS } from './gate.ts';
import type { ClerkEvent, DeviceEnd, History } from './history.ts';
import type { Finding } from './indexed-history.ts';
import { createCodes } from './presented-codes.ts';
import { readDatabase } from './read-database.ts';

const TABS = 2;
/** The shares of failing requests of a network. */
const FAULT_SHARES = [0.1, 0.1, 0.3, 0.8] as const;
const OUTAGES = ['none', 'none', 'known', 'silent'] as const;

/** Clerks scan at several devices while browsers, processes and the network fail; in the end everything works. */
export async function killBrowsersAndProcesses(
  bench: Bench,
  world: World,
  { devices, scans }: { devices: readonly string[]; scans: number },
): Promise<void> {
  const { say, size } = bench;
  const { dice, pool, proxy, shiftAt, openGate } = world;
  const visits = size(20, 2);
  const processKills = size(45, 3);
  const events: ClerkEvent[] = [];
  let recorded = 0;
  const onEvent = (event: ClerkEvent) => {
    events.push(event);
    if (event.kind !== 'recorded') return;
    recorded += 1;
    if (recorded % Math.floor(scans / processKills) === 0) pool.killWithNextCall();
  };
  const nextCode = createCodes(dice.random);
  const perVisit = scans / devices.length / visits;

  async function workAt(device: string): Promise<DeviceEnd> {
    const gate = openGate(device, onEvent);
    for (let visit = 0; visit < visits; visit += 1) {
      const killAfter = dice.among(Math.floor(perVisit / 2), Math.ceil(perVisit * 1.5)) + 2;
      proxy.faultShare.set(device, dice.pick(FAULT_SHARES));
      await gate.visit({
        shifts: Array.from({ length: TABS }, () => shiftAt(device)),
        codes: Array.from({ length: TABS }, () => Array.from({ length: killAfter }, () => nextCode(device))),
        killAfter,
        aim: dice.pick(AIMS),
        outage: dice.pick(OUTAGES),
        outageEndsAfter: dice.among(1, killAfter * 2),
      });
    }
    proxy.faultShare.set(device, 0);
    return gate.finish(shiftAt(device));
  }

  say(`${devices.length} devices of ${TABS} tabs, ${visits} browsers killed on each`);
  const ends = await Promise.all(devices.map(workAt));
  await pool.settle();
  const kills = { browsers: visits * devices.length, processes: pool.kills.all };
  say(`processes killed: ${kills.processes}, ${pool.kills.underWay} of them during a call`);
  say(`calls: ${countText(proxy.counts)}`);
  judge(bench, { events, devices: ends, ...(await readDatabase(world.database)) }, { kills, scans });
}

function judge(
  { say, size, check }: Bench,
  history: History,
  { kills, scans }: { kills: { browsers: number; processes: number }; scans: number },
): void {
  const findings = checkHistory(history);
  for (const { kind, text } of findings.slice(0, 20)) say(`${kind}: ${text}`);
  const shown = { server: 0, device: 0, pending: 0 };
  for (const event of history.events) if (event.kind === 'shown') shown[event.verdict.certainty] += 1;
  say(`verdicts shown: ${countText(shown)}`);
  const recorded = history.events.filter(({ kind }) => kind === 'recorded').length;
  const failed = history.events.filter(({ kind }) => kind === 'failed').length;
  const of = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  const over = `${recorded} scans, ${kills.browsers} browser and ${kills.processes} process kills`;
  check('scans acknowledged', { over: 'all devices', measured: recorded, target: { atLeast: scans } });
  check('kills', { over: 'SIGKILL', measured: kills.browsers + kills.processes, target: { atLeast: size(100, 6) } });
  check('scans lost', { over, measured: of('lost'), target: { is: 0 } });
  check('scans doubled', { over, measured: of('doubled'), target: { is: 0 } });
  check('wrong certainty', { over, measured: of('wrong certainty'), target: { is: 0 } });
  check('scans that the storage refused', { over, measured: failed, target: { is: 0 } });
}

function countText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
