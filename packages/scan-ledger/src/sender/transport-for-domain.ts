import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { ScanTransport } from '../ports/server.ts';

type SendTransport = Pick<ScanTransport, 'send' | 'undo'>;

/**
 * Returns a transport that fails once a clerk of another domain has signed in: before a call, since that clerk must
 * not deliver these scans, and after it, since the answer may concern the other domain.
 */
export function transportForDomain(
  domain: string,
  { transport, owner }: { readonly transport: SendTransport; readonly owner: () => LedgerOwner | null },
): SendTransport {
  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    if (owner()?.domain !== domain) throw new Error('the clerk changed');
    const answer = await call();
    if ((owner()?.domain ?? domain) !== domain) throw new Error('the clerk changed');
    return answer;
  }
  return {
    send: (scans, options) => guarded(() => transport.send(scans, options)),
    undo: (scanId, undo, options) => guarded(() => transport.undo(scanId, undo, options)),
  };
}
