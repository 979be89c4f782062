import type { FrameReport } from './frame-report.ts';

/** The reports of one viewfinder for several subscribers: hints, the camera's visit, overlays. */
export interface FrameFeed {
  /** Passes a report to every subscriber; goes to the `onFrame` of a viewfinder or a watch. */
  push(report: FrameReport): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (report: FrameReport) => void): () => void;
}

/** Creates a feed without subscribers. */
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
