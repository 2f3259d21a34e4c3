import type { Api } from '#web/lib/api.ts';

/** Milliseconds. */
const LONGEST_STOP = 10_000;

interface StopSearchOptions {
  api: Api;
  searchId: string;
}

/** Ends a search on the server, and with it the spending; its stream then ends with outcome 'stopped'. @throws ApiError */
export async function stopSearch({ api, searchId }: StopSearchOptions): Promise<void> {
  const path = `/searches/${encodeURIComponent(searchId)}/stop`;
  await api.send({ method: 'POST', path, signal: AbortSignal.timeout(LONGEST_STOP) });
}
