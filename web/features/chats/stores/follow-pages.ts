/** More pages than any honest list has; a cursor that leads in a circle must not hold the page up for ever. */
const MOST_PAGES = 40;

/** The items of a paged list in their order. `fetchPage` gets no cursor for the first page; a page without one is the last. */
export async function followPages<Item>(
  fetchPage: (cursor: string | undefined) => Promise<{ items: Item[]; cursor?: string | undefined }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await fetchPage(cursor);
    all.push(...answer.items);
    cursor = answer.cursor;
    if (cursor === undefined) break;
  }
  return all;
}
