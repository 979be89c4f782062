/** A set of listeners that are called together. */
export interface Listeners {
  /** Returns the unsubscriber. */
  subscribe(listener: () => void): () => void;
  notify(): void;
}

/** Creates an empty set of listeners; one that unsubscribes during `notify` is still called. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify() {
      for (const listener of [...listeners]) listener();
    },
  };
}
