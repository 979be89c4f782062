import type { Corners } from '../reads/barcode-read.ts';
import type { FrameFeed } from './frame-feed.ts';

/** Where the last frame with codes showed them. */
export interface LastSeen {
  /** The corners of a code in pixels of the video; `null` if that frame did not show it. */
  of(text: string): Corners | null;
}

/** Remembers the codes of the last frame that had any. */
export function createLastSeen(frames: Pick<FrameFeed, 'subscribe'>): LastSeen {
  let last: ReadonlyMap<string, Corners> = new Map();
  frames.subscribe(({ codes }) => {
    if (codes.length > 0) last = new Map(codes.map(({ text, corners }) => [text, corners]));
  });
  return { of: (text) => last.get(text) ?? null };
}
