import * as z from 'zod/mini';

const move = z.object({ from: z.string(), to: z.string() });

/** The names under which this device keeps the scans of each domain. */
export const domainNames = z.object({
  /** The name of a domain by its id. */
  names: z.record(z.string(), z.string()),
  /** Rows that must be moved to another name, in this order. */
  moves: z.array(move),
});
/** The names under which this device keeps the scans of each domain. */
export type DomainNames = z.infer<typeof domainNames>;
/** All rows of one name that belong under another. */
export type DomainMove = z.infer<typeof move>;

/**
 * Returns the names after somebody of this domain has signed in; `null` where nothing changes. A domain that has another
 * name than before was renamed: its rows follow. Where its new name is known as that of another domain, names were
 * exchanged: the rows of that one leave first, and come back when somebody of it signs in.
 */
export function nameDomain(known: DomainNames | null, id: string, name: string): DomainNames | null {
  const { names, moves } = known ?? { names: {}, moves: [] };
  const before = names[id];
  if (before === name) return null;
  if (before === undefined) return { names: { ...names, [id]: name }, moves };
  const other = Object.keys(names).find((each) => each !== id && names[each] === name);
  const aside = other === undefined ? [] : [{ from: name, to: `${name} (${other})` }];
  return {
    names: { ...names, ...(other !== undefined && { [other]: `${name} (${other})` }), [id]: name },
    moves: [...moves, ...aside, { from: before, to: name }],
  };
}

/** Returns the names without their first move, which is done; `null` where another tab has taken it away already. */
export function moved(known: DomainNames | null, done: DomainMove): DomainNames | null {
  const [first, ...moves] = known?.moves ?? [];
  return known && first?.from === done.from && first.to === done.to ? { ...known, moves } : null;
}
