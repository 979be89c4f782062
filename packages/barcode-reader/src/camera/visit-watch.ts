import type { CameraContext } from './camera-context.ts';
import type { EventSource } from './camera-ports.ts';
import { isVisible, type PageEvents } from './page-events.ts';
import { watchPermission } from './permission.ts';

/** What watching a visit needs. */
export interface VisitWatchOptions {
  readonly events: PageEvents;
  readonly context: CameraContext;
  readonly onReturn: () => void;
}

/** Creates the watch of everything that may bring a camera back while it is open; calls `onReturn` each time. */
export function createVisitWatch({ events, context, onReturn }: VisitWatchOptions) {
  let unwatch: (() => void) | null = null;

  return {
    /** Starts watching; does nothing while it already watches. */
    start(): void {
      if (unwatch) return;
      const ends = [watchReturn(events, context, onReturn), watchPermission(context.permissions(), onReturn)];
      unwatch = () => {
        for (const end of ends) end();
      };
    },
    stop(): void {
      unwatch?.();
      unwatch = null;
    },
  };
}

/**
 * Calls `onReturn` when the page is shown, focused, thawed, restored from the back-forward cache or turned, and when a
 * camera is plugged in or out. @returns a function that ends it
 */
function watchReturn(events: PageEvents, context: CameraContext, onReturn: () => void): () => void {
  const page = events.document ?? globalThis.document;
  const window = events.window ?? globalThis.window;
  const onEvent = () => {
    if (isVisible(events)) onReturn();
  };
  const watched: readonly (readonly [Partial<EventSource> | null | undefined, string])[] = [
    [page, 'visibilitychange'],
    [page, 'resume'],
    [window, 'pageshow'],
    // The only event that a phone sends when the person returns from its settings.
    [window, 'focus'],
    [window, 'orientationchange'],
    [context.mediaDevices(), 'devicechange'],
  ];
  for (const [source, type] of watched) source?.addEventListener?.(type, onEvent);
  return () => {
    for (const [source, type] of watched) source?.removeEventListener?.(type, onEvent);
  };
}
