/** The subscribers of one store. */
export interface Listeners {
  /** Adds a listener; the returned function removes it. */
  subscribe(listener: () => void): () => void;
  /** Calls every listener that is subscribed now, in the order of subscription. */
  notify(): void;
}

/** The listeners behind a `subscribe()`, for stores that notify without a payload. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify() {
      for (const listener of [...listeners]) if (listeners.has(listener)) void callApart(listener);
    },
  };
}

/** Calls at once what may throw. Its error becomes an unhandled rejection, and the caller goes on. */
export async function callApart(work: () => void): Promise<void> {
  work();
}
