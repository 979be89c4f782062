import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';
import { makeDatabase, newScanId, openApi, type Post } from './api-on-disk.ts';
import { createSyncedDisk } from './synced-disk.ts';

/** Callers at the same time. */
const CALLERS = 4;
/** The most that a round syncs: a start after a cut syncs about 30 times, a scan once, a checkpoint 10 to 30 times. */
const MOST_SYNCS = 100;
/** How often a caller asks for a checkpoint before its scan. */
const SHARE_OF_CHECKPOINTS = 0.05;

export interface CutPowerOptions {
  readonly cuts: number;
  readonly random: () => number;
  /** Whether what the database asks to be synced is. */
  readonly syncing: boolean;
}

export interface CutPowerEnd {
  readonly answered: number;
  /** Answered scans that are not in the database at the end. */
  readonly lost: number;
}

/**
 * Cuts the power under a database again and again while scans are answered: what was not synced is gone. The next round
 * starts with what is left, and repeats what had no answer.
 */
export async function cutPower({ cuts, random, syncing }: CutPowerOptions): Promise<CutPowerEnd> {
  const root = temporaryFolder();
  let folder = join(root, 'run-0');
  const at = await makeDatabase(folder);
  const answered = new Set<string>();
  let unanswered: string[] = [];
  for (let cut = 1; cut <= cuts; cut += 1) {
    const left = join(root, `run-${cut}`);
    unanswered = await runUntilCut({ folder, left, at, unanswered, answered, random, syncing });
    rmSync(folder, { recursive: true });
    folder = left;
  }
  const api = await openApi(folder, { sync: () => {}, at });
  const scans = await api.readScans();
  await api.close();
  return { answered: answered.size, lost: [...answered].filter((id) => !scans.has(id)).length };
}

interface Round extends Omit<CutPowerOptions, 'cuts'> {
  readonly folder: string;
  /** Where the cut leaves what was synced. */
  readonly left: string;
  readonly at: Post;
  readonly unanswered: readonly string[];
  readonly answered: Set<string>;
}

/** Resolves with the scans that had no answer when the power was cut. */
async function runUntilCut({ folder, left, at, unanswered, answered, random, syncing }: Round): Promise<string[]> {
  // Without syncing only what was answered can be missing, so the cut comes long after the start.
  const cutAt = syncing ? 1 + Math.floor(random() * MOST_SYNCS) : MOST_SYNCS;
  const disk = createSyncedDisk({ folder, copy: left, cutAt, syncing });
  const api = await openApi(folder, { sync: disk.sync, at });
  const posted = new Set(unanswered);
  const again = [...unanswered];
  const callers = Array.from({ length: CALLERS }, async () => {
    while (disk.isOn()) {
      if (random() < SHARE_OF_CHECKPOINTS) await api.checkpoint();
      const id = again.pop() ?? newScanId();
      posted.add(id);
      const isAnswered = await api.post(id);
      // After the cut no answer arrives.
      if (disk.isOn() && isAnswered) answered.add(id);
    }
  });
  await Promise.all(callers);
  await api.close();
  return [...posted].filter((id) => !answered.has(id));
}
