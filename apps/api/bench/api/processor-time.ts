import { readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const MS_A_TICK = 10;

/** The processor time that a process has used, in milliseconds: unlike a rate it says the same on a busy machine. */
export function readProcessorMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
  return (user + system) * MS_A_TICK;
}
