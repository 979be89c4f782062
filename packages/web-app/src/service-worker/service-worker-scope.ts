/** An event that the browser waits for: the part of `ExtendableEvent` that is used. */
export interface LifecycleEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The part of `InstallEvent` that is used. */
export interface InstallEvent extends LifecycleEvent {
  /** Registers static routes of the W3C's Service Workers; not every browser has them. */
  addRoutes?(routes: { condition: { requestMethod: string }; source: 'network' }[]): Promise<void>;
}

/** The part of `ServiceWorkerGlobalScope` that is used. */
export interface ServiceWorkerScope {
  addEventListener(type: 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  readonly clients: { claim(): Promise<void> };
  /** Lets a new worker take over from the old one before its pages are closed. */
  skipWaiting(): Promise<void>;
}

/** A file of the build, as Workbox lists it in `self.__WB_MANIFEST`. */
export interface PrecachedFile {
  readonly url: string;
  /** Changes with the file's content; `null` where the address does already. */
  readonly revision?: string | null;
  /** The hash of the content (Subresource Integrity): a worker that gets another file is not installed. */
  readonly integrity?: string;
}
