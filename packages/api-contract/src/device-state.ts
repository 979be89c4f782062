/** Request header of our own calls: how many scans wait on the device, and what else it says. An app need not send it. */
export const WAITING_HEADER = 'Scantix-Waiting';

/** The most unsent scans that a device may say it keeps or has. */
export const MAX_WAITING_SCANS = 1_000_000;

/** What a device says of itself with the calls that it makes anyway. */
export interface DeviceState {
  /** How many scans wait on it. */
  readonly waiting: number;
  /** Its battery: 0 to 1; absent: its browser does not say. */
  readonly battery?: number | undefined;
  /** Whether it is charging. */
  readonly charging?: boolean | undefined;
  /** When the server read the tickets that it has: ISO 8601, UTC. */
  readonly ticketsAt?: string | null | undefined;
  /** The id of its checkpoint. */
  readonly checkpointId?: string | null | undefined;
}

/**
 * The value of `WAITING_HEADER`: the number of waiting scans, and after semicolons what else is known. A server that knows
 * the number alone reads nothing of it; one on another origin would refuse a header that it does not know.
 */
export function formatDeviceState({ waiting, battery, charging, ticketsAt, checkpointId }: DeviceState): string {
  return [
    `${Math.min(waiting, MAX_WAITING_SCANS)}`,
    ...(battery === undefined ? [] : [`battery=${Math.round(battery * 100)}`]),
    ...(charging === undefined ? [] : [`charging=${charging ? 1 : 0}`]),
    ...(ticketsAt ? [`tickets=${ticketsAt}`] : []),
    ...(checkpointId ? [`checkpoint=${checkpointId}`] : []),
  ].join(';');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Reads what a device says of itself; `waiting` is `null` where it says nothing of it. What cannot be read is left out. */
export function parseDeviceState(header: string): Omit<DeviceState, 'waiting'> & { readonly waiting: number | null } {
  const [waiting = '', ...more] = header.slice(0, 200).split(';');
  const said = new Map(more.map((pair) => pair.split('=', 2) as [string, string | undefined]));
  const battery = said.get('battery') ?? '';
  const charging = said.get('charging');
  const ticketsAt = said.get('tickets') ?? '';
  const checkpointId = said.get('checkpoint') ?? '';
  return {
    waiting: /^\d{1,7}$/.test(waiting) ? Math.min(Number(waiting), MAX_WAITING_SCANS) : null,
    ...(/^(100|\d{1,2})$/.test(battery) ? { battery: Number(battery) / 100 } : {}),
    ...(charging === '0' || charging === '1' ? { charging: charging === '1' } : {}),
    // No app has tickets from before 1970, and answers cannot have the year 0.
    ...(TIME.test(ticketsAt) && Date.parse(ticketsAt) > 0 ? { ticketsAt } : {}),
    ...(UUID.test(checkpointId) ? { checkpointId } : {}),
  };
}
