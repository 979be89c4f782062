import type { FrameReport } from '@scantix/barcode-reader';

/** What the reader says of each frame, for whoever looks: hints, the idle watch, verdicts in place. */
export interface FrameFeed {
  push(report: FrameReport): void;
  subscribe(listener: (report: FrameReport) => void): () => void;
}

export function createFrameFeed(): FrameFeed {
  const listeners = new Set<(report: FrameReport) => void>();
  return {
    push(report) {
      for (const listener of [...listeners]) listener(report);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
