import type { ScanMode } from '@scantix/api-contract';
import type { TicketKind } from '../domain.ts';
import type { Presented } from '../page/gate.ts';
import { DOMAINS } from './clerks.ts';

/** The kinds of codes, by upper bounds of a number from 0 to 100. */
const KINDS = [
  { below: 50, kind: 'own' },
  { below: 70, kind: 'shared' },
  { below: 80, kind: 'group' },
  { below: 95, kind: 'again' },
  { below: 100, kind: 'unknown' },
] as const;
/** The modes of a scan, by upper bounds of a number from 0 to 100. */
const MODES: readonly { readonly below: number; readonly mode: ScanMode }[] = [
  { below: 8, mode: 'check' },
  { below: 30, mode: 'exit' },
  { below: 100, mode: 'entry' },
];
/** The prefix of the tickets of devices with a bug. */
export const WITH_BUG = 'planted';
/** The prefix of the tickets that two gates admit. */
export const TWICE = 'twice';
const SHARE_TAKEN_BACK = 0.06;
const SHARE_THAT_WAITS = 0.6;
const GROUP_ENTRIES = 3;

/** Returns the tickets of the codes below; a device may present more codes than it has tickets. */
export function ticketsFor(devices: readonly string[], scans: number): TicketKind[] {
  const ofEach = Math.ceil((2 * scans) / devices.length);
  const kinds = [
    ...devices.map((device) => ({ prefix: device, count: ofEach, entries: 1 })),
    { prefix: 'shared', count: ofEach, entries: 1 },
    { prefix: 'group', count: Math.ceil(ofEach / 4), entries: GROUP_ENTRIES },
  ];
  // Both domains have tickets of the same codes.
  return DOMAINS.flatMap((domain) => kinds.map((kind) => ({ ...kind, domain })));
}

/** Creates endless codes for each device: new tickets, tickets shared by all gates, groups, repeats, unknown codes. */
export function createCodes(random: () => number): (device: string) => Presented {
  const next = new Map<string, number>();
  const shown = new Map<string, string[]>();
  const count = (name: string) => {
    const value = next.get(name) ?? 0;
    next.set(name, value + 1);
    return value;
  };

  function pickMode(): ScanMode {
    const dice = random() * 100;
    return MODES.find(({ below }) => dice < below)?.mode ?? 'entry';
  }

  function pickBarcode(device: string): string {
    const dice = random() * 100;
    const { kind } = KINDS.find(({ below }) => dice < below) ?? KINDS[0];
    const before = shown.get(device) ?? [];
    if (kind === 'again' && before.length > 0) return before[Math.floor(random() * before.length)] as string;
    if (kind === 'unknown') return `unknown-${count('unknown')}`;
    // Each gate counts separately, so that all gates present the same tickets at about the same time.
    if (kind === 'shared') return `shared-${count(`${device} shared`)}`;
    if (kind === 'group') return `group-${Math.floor(count(`${device} group`) / 2)}`;
    return `${device}-${count(device)}`;
  }

  return (device) => {
    const barcode = pickBarcode(device);
    shown.set(device, [...(shown.get(device) ?? []), barcode]);
    return {
      barcode,
      mode: pickMode(),
      waits: random() < SHARE_THAT_WAITS,
      undone: random() < SHARE_TAKEN_BACK,
    };
  };
}
