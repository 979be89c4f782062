import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in this many ticks a second. */
const ticksPerSecond = 100;

/** Seconds of processor time of a process and its descendants. Linux only. */
export function cpuSecondsOfTree(root: number): number {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command's name is in parentheses and may contain anything, so the fields are counted after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // It ended meanwhile.
    }
  }
  const below = (id: number): boolean => {
    for (let at = id; at > 1; at = processes.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  let ticks = 0;
  for (const [id, process] of processes) if (below(id)) ticks += process.ticks;
  return ticks / ticksPerSecond;
}
