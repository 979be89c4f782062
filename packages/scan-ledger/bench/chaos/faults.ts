/** What the proxy does with one request. */
export const FAULTS = [
  'none',
  'drop before',
  'drop after',
  'delay',
  'duplicate',
  'reorder',
  'server error',
  'hang',
  'portal',
  'half an answer',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Half of the requests go through; each of the others meets one of the faults. */
const SHARE_UNHARMED = 0.5;

export function pickFault(random: () => number): Fault {
  if (random() < SHARE_UNHARMED) return 'none';
  return FAULTS[1 + Math.floor(random() * (FAULTS.length - 1))] ?? 'none';
}
