import * as z from 'zod/mini';
import { WIPE_KEY } from './is-wiping.ts';

const note = z.object({
  /** The id of the order; absent where the clerk of this device wiped it. */
  order: z.optional(z.string()),
  /** The ids of the unsent scans that the clerk has exported. */
  exported: z.optional(z.array(z.string())),
  /** How many unsent scans stayed; absent while the wipe goes on. */
  kept: z.optional(z.number()),
});

/** What outlives a reload and a kill of a wipe: why, and how far it is. */
export type WipeNote = z.infer<typeof note>;

/** The key of an order that was carried out and is not reported yet. */
const UNREPORTED_KEY = 'scannerWiped';

/** What this device has done for an order. */
export interface CarriedOut {
  readonly order: string;
  readonly kept: number;
}

/** Returns the note of the wipe that goes on; `null`: none. */
export const readWipe = (): WipeNote | null => read(WIPE_KEY);

/** Notes how far the wipe is; `null`: the clerk has seen that it is done. */
export const noteWipe = (next: WipeNote | null): void => write(WIPE_KEY, next);

/** Returns the order that was carried out and is not reported yet; `null`: none. */
export function readCarriedOut(): CarriedOut | null {
  const { order, kept } = read(UNREPORTED_KEY) ?? {};
  return order === undefined || kept === undefined ? null : { order, kept };
}

/** Notes the order that is not reported yet; `null`: it is. */
export const noteCarriedOut = (next: CarriedOut | null): void => write(UNREPORTED_KEY, next);

function read(key: string): WipeNote | null {
  try {
    return note.parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

function write(key: string, value: WipeNote | null): void {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {
    // The storage is full. The wipe deletes the preferences anyway.
    const preferences = Object.keys(localStorage).filter((name) => /^scanner(?!Wipe)/.test(name));
    for (const name of preferences) localStorage.removeItem(name);
    localStorage.setItem(key, JSON.stringify(value));
  }
}
