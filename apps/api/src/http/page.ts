/** Which page a call asks for. */
export interface PageQuery {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The most items of a page; one row more is read, to know whether another page follows. */
export const limitOf = ({ limit }: PageQuery) => Number(limit ?? 100);

/** Makes the answer of a page of the rows that were read for it. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  query: PageQuery,
  { itemOf, cursorAfter }: { readonly itemOf: (row: Row) => Item; readonly cursorAfter: (row: Row) => string },
): { items: Item[]; next_cursor?: string } {
  const limit = limitOf(query);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(itemOf), ...(last ? { next_cursor: cursorAfter(last) } : {}) };
}
