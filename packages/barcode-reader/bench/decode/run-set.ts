import { type DecodeCase, sameText } from './decode-case.ts';
import { type Reader, toPixels } from './readers.ts';

/** The results of one reader for a set. */
export interface Tally {
  readonly name: string;
  /** Codes shown. */
  codes: number;
  /** Codes whose correct text was read in any of their frames. */
  read: number;
  /** Codes with a wrong text as well or instead. */
  wrong: number;
  /** Cases without a code in which something was read. */
  falseReads: number;
  empties: number;
  /** Milliseconds spent on frames with, and without, a code. */
  codeMs: number;
  emptyMs: number;
  codeFrames: number;
  emptyFrames: number;
  /** Frame by frame, the codes read by then. */
  readonly readBy: number[];
  /** Codes shown and read, by symbology and by group. */
  readonly parts: Map<string, { codes: number; read: number }>;
}

/** Runs every reader on every case, case by case, so that other load on the machine affects all readers. */
export async function runSet(readers: readonly Reader[], cases: AsyncIterable<DecodeCase>): Promise<Tally[]> {
  const tallies = readers.map(({ name }) => emptyTally(name));
  let number = 0;
  for await (const one of cases) {
    const pixels = one.frames.map(toPixels);
    // The first reader of a case has cold caches, so the order rotates.
    for (let turn = 0; turn < readers.length; turn++) {
      const index = (turn + number) % readers.length;
      const [reader, tally] = [readers[index], tallies[index]];
      if (reader && tally) await show(reader, tally, one, pixels);
    }
    number += 1;
  }
  return tallies;
}

async function show(reader: Reader, tally: Tally, one: DecodeCase, pixels: readonly ImageData[]): Promise<void> {
  reader.begin();
  let right = false;
  let wrong = false;
  for (const [index, frame] of one.frames.entries()) {
    const startedAt = performance.now();
    const texts = await reader.read(frame, pixels[index] as ImageData);
    const ms = performance.now() - startedAt;
    right ||= texts.some((text) => one.texts.some((expected) => sameText(expected, text)));
    wrong ||= texts.some((text) => !one.texts.some((expected) => sameText(expected, text)));
    if (one.symbology) {
      tally.codeMs += ms;
      tally.codeFrames += 1;
      tally.readBy[index] = (tally.readBy[index] ?? 0) + (right ? 1 : 0);
    } else {
      tally.emptyMs += ms;
      tally.emptyFrames += 1;
    }
  }
  if (one.symbology) {
    tally.codes += 1;
    tally.read += right ? 1 : 0;
    tally.wrong += wrong ? 1 : 0;
    for (const name of [one.symbology, one.group]) {
      const part = tally.parts.get(name) ?? { codes: 0, read: 0 };
      tally.parts.set(name, { codes: part.codes + 1, read: part.read + (right ? 1 : 0) });
    }
  } else {
    tally.empties += 1;
    tally.falseReads += wrong ? 1 : 0;
  }
}

function emptyTally(name: string): Tally {
  return {
    name,
    codes: 0,
    read: 0,
    wrong: 0,
    falseReads: 0,
    empties: 0,
    codeMs: 0,
    emptyMs: 0,
    codeFrames: 0,
    emptyFrames: 0,
    readBy: [],
    parts: new Map(),
  };
}
