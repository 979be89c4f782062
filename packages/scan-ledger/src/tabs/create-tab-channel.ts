import * as z from 'zod/mini';

/** What tabs of one device post: scans changed, with the added number of waiting scans if known; or tickets changed. */
const message = z.union([
  z.object({ changed: z.array(z.string()), waiting: z.optional(z.number()) }),
  z.object({ tickets: z.literal(true) }),
]);

/** A message to the other tabs. */
export type TabMessage = z.infer<typeof message>;

/** The channel to the other tabs of this device; without a BroadcastChannel they read changes from the storage. */
export interface TabChannel {
  /** Receives messages of other tabs until `close`. */
  open(onMessage: (message: TabMessage) => void): void;
  /** Posts to the other tabs; does nothing while the channel is closed. */
  post(message: TabMessage): void;
  close(): void;
}

/** Creates a closed channel of this name. */
export function createTabChannel(name: string): TabChannel {
  let channel: BroadcastChannel | null = null;
  return {
    open(onMessage) {
      try {
        channel ??= new BroadcastChannel(name);
        channel.onmessage = ({ data }) => {
          const parsed = message.safeParse(data);
          if (parsed.success) onMessage(parsed.data);
        };
      } catch {
        // The browser has none, or refuses it.
      }
    },
    post: (posted) => channel?.postMessage(posted),
    close() {
      channel?.close();
      channel = null;
    },
  };
}
