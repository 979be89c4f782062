import * as z from 'zod/mini';

const move = z.object({ from: z.string(), to: z.string(), before: z.optional(z.string()) });

// `z.record` checks the same and is 0.5 KB more of what every session loads.
const byId = z.catchall(z.object({}), z.string());

/** The names under which this device keeps the scans of each domain. */
export const domainNames = z.object({
  /** The name of a domain by its id. */
  names: byId,
  /** Rows that must be moved to another name, in this order. */
  moves: z.array(move),
  /** The epoch of the database in which each id was last seen. */
  epochs: z.optional(byId),
});
/** The names under which this device keeps the scans of each domain. */
export type DomainNames = z.infer<typeof domainNames>;
/** Rows of one name that belong under another: all, or those made before this id. */
export type DomainMove = z.infer<typeof move>;

/** A domain whose clerk has signed in. */
export interface SeenDomain {
  readonly id: string;
  readonly name: string;
  readonly epoch?: string | undefined;
  /** The first id that this clerk has made, or may make. */
  readonly firstId: string;
}

/**
 * Returns the names after somebody of this domain has signed in; `null` where nothing changes. A domain that has another
 * name than before was renamed: its rows follow. Where its name is known as that of another domain, that one was renamed
 * or removed: its rows leave first, and come back when somebody of it signs in. But an id that is new, in a database that
 * is new too, is the same domain.
 */
export function nameDomain(known: DomainNames | null, { id, name, epoch, firstId }: SeenDomain): DomainNames | null {
  const { names, moves, epochs = {} } = known ?? { names: {}, moves: [] };
  const before = names[id];
  const seen = epoch === undefined ? epochs : { ...epochs, [id]: epoch };
  if (before === name) return seen[id] === epochs[id] ? null : { names, moves, epochs: seen };
  const next = { ...names, [id]: name };
  const other = Object.keys(names).find((each) => each !== id && names[each] === name);
  const isMadeAnew = before === undefined && (epoch === undefined || seen[other ?? ''] !== epoch);
  const aside: DomainMove[] = [];
  if (other !== undefined && isMadeAnew) delete next[other];
  else if (other !== undefined) {
    next[other] = `${name} (${other})`;
    aside.push({ from: name, to: next[other], before: firstId });
  }
  return {
    names: next,
    moves: [...moves, ...aside, ...(before === undefined ? [] : [{ from: before, to: name }])],
    epochs: seen,
  };
}

/** Returns the names without their first move, which is done; `null` where another tab has taken it away already. */
export function moved(known: DomainNames | null, done: DomainMove): DomainNames | null {
  const [first, ...moves] = known?.moves ?? [];
  return known && first?.from === done.from && first.to === done.to ? { ...known, moves } : null;
}
