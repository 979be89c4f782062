/** What the proxy may do to a request. */
const HARM = [
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

export const FAULTS = ['none', ...HARM] as const;
export type Fault = (typeof FAULTS)[number];

export function pickFault(random: () => number): Fault {
  return HARM[Math.floor(random() * HARM.length)] ?? 'none';
}
