interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: string | undefined;
}

/** Reads a list to its end, or until it has `most` items. `isWhole`: there are no more. */
export async function readPages<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
  most = Number.POSITIVE_INFINITY,
): Promise<{ items: Item[]; isWhole: boolean }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined && items.length < most);
  return { items: items.slice(0, most), isWhole: cursor === undefined && items.length <= most };
}
