import * as z from 'zod/mini';

/**
 * What tabs of one device tell each other: the log changed, for these scans, and where that is known, how many more wait
 * now; the tickets changed.
 */
const message = z.union([
  z.object({ changed: z.array(z.string()), waiting: z.optional(z.number()) }),
  z.object({ tickets: z.literal(true) }),
]);
export type TabMessage = z.infer<typeof message>;

export interface TabChannel {
  tell(message: TabMessage): void;
  close(): void;
}

/** Opens the line to the other tabs; where the browser has none, they find out from the storage. */
export function openTabChannel(name: string, onMessage: (message: TabMessage) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell() {}, close() {} };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    const parsed = message.safeParse(data);
    if (parsed.success) onMessage(parsed.data);
  };
  return {
    tell: (told) => channel.postMessage(told),
    close: () => channel.close(),
  };
}
