/** Bodies of segments, each read once while it fits. */
export interface BodyCache {
  /** Returns a body, from memory or by `load`; callers at the same time share one load. */
  get(name: string, load: () => Promise<Uint8Array | null>): Promise<Uint8Array | null>;
}

/** Creates an empty cache. @param maxBytes what was asked for the longest time ago is forgotten beyond */
export function createBodyCache({ maxBytes }: { maxBytes: number }): BodyCache {
  const held = new Map<string, { readonly body: Promise<Uint8Array | null>; bytes: number }>();
  let bytes = 0;

  function forget(name: string): void {
    bytes -= held.get(name)?.bytes ?? 0;
    held.delete(name);
  }

  function add(name: string, load: () => Promise<Uint8Array | null>) {
    const entry = { body: load(), bytes: 0 };
    entry.body.then(
      (body) => {
        if (held.get(name) !== entry) return;
        // What is not there now may be there later.
        if (!body) return forget(name);
        entry.bytes = body.byteLength;
        bytes += entry.bytes;
        for (const oldest of held.keys()) if (bytes > maxBytes) forget(oldest);
      },
      () => forget(name),
    );
    return entry;
  }

  return {
    get(name, load) {
      const entry = held.get(name) ?? add(name, load);
      // The newest use is the last in the order of the map.
      held.delete(name);
      held.set(name, entry);
      return entry.body;
    },
  };
}
