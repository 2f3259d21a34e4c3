/** More pages than any honest list has; a cursor that leads in a circle must not hold the page up for ever. */
const MOST_PAGES = 40;

interface Page<Item> {
  items: Item[];
  /** Where the next page is; the last has none. */
  cursor?: string | undefined;
}

/** The items of a paged list in their order, to its end or until there are enough. `fetchPage` gets no cursor for the first page. */
export async function followPages<Item>(
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
  { isEnough = () => false }: { isEnough?: (items: readonly Item[]) => boolean } = {},
): Promise<Page<Item>> {
  const all: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await fetchPage(cursor);
    all.push(...answer.items);
    cursor = answer.cursor;
    if (cursor === undefined || isEnough(all)) break;
  }
  return { items: all, cursor };
}
