import * as z from 'zod/mini';

/** What tabs of one device tell each other: the log changed, for these scans. */
const message = z.object({ changed: z.array(z.string()) });

export interface TabChannel {
  tell(ids: string[]): void;
  close(): void;
}

/** Opens the line to the other tabs; where the browser has none, they find out from the storage. */
export function openTabChannel(name: string, onChanged: (ids: string[]) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell() {}, close() {} };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    const parsed = message.safeParse(data);
    if (parsed.success) onChanged(parsed.data.changed);
  };
  return {
    tell: (ids) => channel.postMessage({ changed: ids }),
    close: () => channel.close(),
  };
}
