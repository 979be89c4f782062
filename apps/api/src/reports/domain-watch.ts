import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Log } from '../log.ts';

/** Tells when something that reports count has changed in a domain, whichever process changed it. */
export interface DomainWatch {
  /** Calls `onChange` after every change seen. @returns how to stop */
  watch(domainId: string, onChange: () => void): () => void;
}

/**
 * Looks at each watched domain once a second, however many watch it: any number of processes share the database, and
 * nothing else.
 */
export function createDomainWatch({
  db,
  log,
  pollMs = 1_000,
}: {
  db: Database;
  log: Log;
  /** @default 1000 */
  pollMs?: number;
}): DomainWatch {
  const watches = new Map<string, { listeners: Set<() => void>; stop: () => void }>();

  function open(domainId: string) {
    const listeners = new Set<() => void>();
    let seen: string | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const look = async () => {
      try {
        const state = await readState(db, domainId);
        if (seen !== null && state !== seen) for (const listener of listeners) listener();
        seen = state;
      } catch (err) {
        log.warn({ err }, 'reports watch failed');
      }
      if (!stopped) timer = setTimeout(look, pollMs);
    };
    const stop = () => {
      stopped = true;
      clearTimeout(timer);
    };
    timer = setTimeout(look, 0);
    return { listeners, stop };
  }

  return {
    watch(domainId, onChange) {
      const watch = watches.get(domainId) ?? open(domainId);
      watches.set(domainId, watch);
      // One listener a call, even for the same function.
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

/** Differs after any scan, undo, change of a ticket, or conflict that is new or acknowledged. */
async function readState(db: Database, domainId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ',
      (select id from scans where domain_id = ${domainId} order by received_at desc, id desc limit 1),
      (select last_change from ticket_feeds where domain_id = ${domainId}),
      (select count(*) from scan_undos where domain_id = ${domainId}),
      (select count(*) from scan_conflicts where domain_id = ${domainId} and acknowledged_at is null)
    ) as state`.execute(db);
  return rows[0]?.state ?? '';
}
