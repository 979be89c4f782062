import type { CameraDevices, EventSource, PageVisibility } from './camera-ports.ts';

/** Where the page's events come from; the browser's own unless something else is given. */
export interface PageEvents {
  readonly document?: PageVisibility | undefined;
  readonly window?: EventSource | undefined;
  readonly mediaDevices?: CameraDevices | null | undefined;
}

/** Whether the page is visible. */
export function isVisible({ document: page = globalThis.document }: Pick<PageEvents, 'document'>): boolean {
  return page === undefined || page.visibilityState === 'visible';
}
