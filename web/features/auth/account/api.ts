import * as v from 'valibot';
import * as contract from '#shared/account-contract.ts';
import { ErrorBody, User } from '#shared/contract.ts';
import { type Api, ApiError, networkError, unreadableAnswer } from '#web/lib/api.ts';
import type { Auth } from '../auth.ts';

/** Operations on a whole account. @throws ApiError */
export const accountOver = (api: Api) => ({
  usage: () => api.json(contract.AccountUsage, { method: 'GET', path: '/account/usage' }),

  /** The account as one JSON file. */
  async exportAll(): Promise<Blob> {
    const response = await api.send({ method: 'GET', path: '/account/export' });
    const file = await response.blob().catch((error: unknown) => Promise.reject(networkError(error)));
    // A file that was cut off is not complete JSON, or ends with an error.
    const end = (await file.slice(-FILE_END.length * 4).text()).trimEnd();
    if (!end.endsWith(FILE_END)) throw unreadableAnswer(response.status);
    return file;
  },

  async removePerson(body: contract.RemovalRequest): Promise<contract.Removal> {
    const request = { method: 'POST', path: '/account/removals', body } as const;
    for await (const removal of readLines(contract.Removal, await api.send(request))) return removal;
    throw unreadableAnswer(200);
  },

  /**
   * Deletes the account. Resolves once nearly everything is deleted; the service finishes the rest by itself. A deletion that was cut off
   * is resumed by the same request.
   */
  async erase(): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const hasDeleted = await eraseOnce(api).catch((error: unknown) => {
        const failure = error instanceof ApiError ? error : networkError(error);
        if (attempt === MAX_ATTEMPTS || failure.refused) throw failure;
        return false;
      });
      if (hasDeleted) return;
    }
    throw unreadableAnswer(200);
  },
});

/**
 * Renames the signed-in user.
 * @param api on the user's behalf
 * @returns whether they are still there
 * @throws ApiError
 */
export async function rename({ store, accounts }: Auth, api: Api, displayName: string): Promise<boolean> {
  const user = await api.json(User, { method: 'PATCH', path: '/me', body: { displayName } });
  // Meanwhile the user may have signed out, or another one in.
  const isThere = () => store.getState().user?.id === user.id;
  if (!isThere()) return false;
  store.setState({ user });
  // So that the next visit shows the new name at once; the user record is authoritative.
  await (await accounts()).changeName({ name: user.displayName }).catch(() => undefined);
  return isThere();
}

/** Whether nearly everything was deleted before the stream ended. */
async function eraseOnce(api: Api): Promise<boolean> {
  const signal = AbortSignal.timeout(ERASE_TIMEOUT);
  const response = await api.send({ method: 'DELETE', path: '/account', signal });
  for await (const { state } of readLines(contract.ErasureLine, response)) if (state !== 'begun') return true;
  return false;
}

/** The end of every complete export. */
const FILE_END = ']}';
const MAX_ATTEMPTS = 3;
/** Milliseconds, more than the service takes: its dialog stays open until then. */
const ERASE_TIMEOUT = 150_000;

/** The lines of a streamed response. @throws ApiError if the stream breaks, and for the failure that may be its last line */
async function* readLines<Output>(
  schema: v.GenericSchema<unknown, Output>,
  response: Response,
): AsyncGenerator<Output> {
  const { status } = response;
  let rest = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const chunk = await reader?.read().catch((error: unknown) => Promise.reject(networkError(error)));
    const lines = `${rest}${chunk?.value ?? '\n'}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((text) => text.trim() !== '')) yield readLine(schema, line, status);
    if (chunk?.done !== false) return;
  }
}

function readLine<Output>(schema: v.GenericSchema<unknown, Output>, line: string, status: number): Output {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([ErrorBody, schema])), line);
  if (!read.success) throw unreadableAnswer(status);
  if (v.is(ErrorBody, read.output)) throw new ApiError({ status: 500, ...read.output.error });
  return read.output;
}
