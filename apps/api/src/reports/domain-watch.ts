import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Log } from '../system/log.ts';

/** Reports changes of a domain that any process made and that reports count. */
export interface DomainWatch {
  /** Calls `onChange` after every change. @returns a function that stops it */
  watch(domainId: string, onChange: () => void): () => void;
}

/**
 * Polls each watched domain once a second, however many listeners it has. Processes share only the database, so no
 * other can notify this one.
 */
export function createDomainWatch({ db, log }: { db: Database; log: Pick<Log, 'warn'> }): DomainWatch {
  const watches = new Map<string, { listeners: Set<() => void>; stop: () => void }>();

  function open(domainId: string) {
    const listeners = new Set<() => void>();
    let last: string | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const poll = async () => {
      try {
        const state = await readState(db, domainId);
        if (last !== null && state !== last) for (const listener of listeners) listener();
        last = state;
      } catch (err) {
        log.warn({ err }, 'reports watch failed');
      }
      if (!stopped) timer = setTimeout(poll, 1_000);
    };
    const stop = () => {
      stopped = true;
      clearTimeout(timer);
    };
    timer = setTimeout(poll, 0);
    return { listeners, stop };
  }

  return {
    watch(domainId, onChange) {
      const watch = watches.get(domainId) ?? open(domainId);
      watches.set(domainId, watch);
      // Each call has its own listener, even for the same function.
      const listener = () => onChange();
      watch.listeners.add(listener);
      return () => {
        watch.listeners.delete(listener);
        if (watch.listeners.size > 0 || watches.get(domainId) !== watch) return;
        watch.stop();
        watches.delete(domainId);
      };
    },
  };
}

/**
 * A text that changes with any scan, undo, ticket, new conflict or acknowledgement. Every scan and undo raises the receipt
 * number of its device, whatever the time: after a clock was set back, the newest by time stays the same.
 */
async function readState(db: Database, domainId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ',
      (select sum(last_receipt) from device_receipts where domain_id = ${domainId}),
      (select last_change from ticket_feeds where domain_id = ${domainId}),
      (select count(*) from scan_conflicts where domain_id = ${domainId} and acknowledged_at is null)
    ) as state`.execute(db);
  return rows[0]?.state ?? '';
}
