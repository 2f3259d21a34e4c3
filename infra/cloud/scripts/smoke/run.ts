import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ANONYMOUS_USER_ID, Chat } from '#shared/chat.ts';
import { ChatsAnswer, MessagesAnswer } from '#shared/chat-contract.ts';
import { Health, User } from '#shared/contract.ts';
import { newId } from '#shared/ids.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { stackName } from '../../settings/names.ts';
import { type Aws, AwsError, stackOutputs } from '../aws.ts';
import * as accounts from './account.ts';
import * as edge from './edge.ts';
import * as kept from './kept.ts';
import { CheckFailed, NotChecked, Report, type Row, readable } from './report.ts';
import * as search from './search.ts';
import { excerpt, expectStatus, parseJson, Site } from './site.ts';

/** There is nothing to test at the address. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface SmokeOptions {
  /** Scheme, host and port of the deployment. */
  origin: string;
  /** The functions' own addresses; the stack's outputs say them where they are not given. */
  functionUrls?: readonly string[];
  /** Origin of a stage, maybe the same, that allows no Deep Research without an account. */
  limited?: string;
  /** Whether one standard search may be run. */
  maySearch?: boolean;
  awsIn: (region: string) => Aws;
  fetch?: typeof globalThis.fetch;
  print: (line: string) => void;
  /** Aborted to stop: what was made is deleted all the same. */
  stopped?: AbortSignal;
}

/** What is made during a test, each with the way to be rid of it. */
class Leftovers {
  readonly #list = new Map<string, () => Promise<void>>();

  /** To be called before it is made, since nobody knows when the command is stopped. */
  add(what: string, remove: () => Promise<void>): void {
    this.#list.set(what, remove);
  }

  /** Makes it, which may be refused by a rule of the deployment's own: then there is nothing to be rid of. */
  async making<Value>(
    what: string,
    { make, remove }: { make: () => Promise<Value>; remove: () => Promise<void> },
  ): Promise<Value> {
    this.add(what, remove);
    try {
      return await make();
    } catch (error) {
      if (error instanceof NotChecked) this.forget(what);
      throw error;
    }
  }

  /** For what has gone by itself. */
  forget(what: string): void {
    this.#list.delete(what);
  }

  /** The latest first. @throws CheckFailed naming what stays */
  async remove(): Promise<string> {
    const gone: string[] = [];
    const left: string[] = [];
    for (const [what, remove] of [...this.#list].toReversed())
      await remove().then(
        () => gone.push(what),
        (error: unknown) => left.push(`${what} (${readable(error)})`),
      );
    if (left.length > 0) throw new CheckFailed(`still there: ${left.join('; ')}`);
    return gone.length === 0 ? 'nothing was made' : `gone: ${gone.join(', ')}`;
  }
}

/** In USD, at the list prices of docs/costs.md. */
const SEARCH_PRICE = '0.04';

/**
 * Tests a deployment from outside, spending one standard search at most, and deletes what it has made.
 * @returns the rows, each printed when it is known
 * @throws Unreachable
 */
export async function runSmoke(options: SmokeOptions): Promise<Row[]> {
  const { origin, print, maySearch = true, stopped = new AbortController().signal } = options;
  const { fetch = globalThis.fetch } = options;
  const site = new Site({ origin, fetch, signal: stopped });
  const report = new Report({ print, stopped });
  const leftovers = new Leftovers();
  const opening = await site.ask('/api/health').catch((error: unknown) => {
    throw new Unreachable(`${origin} does not answer: ${readable(error)}`);
  });
  const health = v.safeParse(Health, parseJson(opening.text));
  print(whatItDoes({ origin, maySearch, providers: health.success ? health.output.providers : 'unknown' }));

  await report.check('Health', async () => {
    expectStatus(opening, 200);
    if (!health.success) throw new CheckFailed(`not as agreed: ${excerpt(opening)}`);
    const { version, providers, configured = {} } = health.output;
    const missing = Object.entries(configured).flatMap(([provider, name]) =>
      name === null ? [provider] : [],
    );
    if (providers === 'live' && missing.length > 0)
      throw new CheckFailed(`no key for: ${missing.join(', ')}; "npm run keys" stores it`);
    return `version ${version}, providers ${providers}`;
  });
  await report.check('Page and assets', () => edge.checkPage(site));
  await report.check('Deep links', () => edge.checkDeepLinks(site));
  const config = await report.find('config.json uncached', () => edge.checkConfig(site));
  await report.check('Security headers of the page', () => edge.checkPageHeaders(site, config));
  await report.check('Security headers of the API', () => edge.checkApiHeaders(site, config));
  await report.check('HTTPS only', () => edge.checkHttps(site));
  const stack = await findStack(config, options);
  await report.check('Function URLs refused', () =>
    edge.checkFunctionUrls(site, options.functionUrls ?? (typeof stack === 'string' ? stack : stack.urls)),
  );
  await report.check('Body with its hash', () => edge.checkHashedBodies(site));
  await report.check('Body without its hash', () => edge.checkUnhashedBodies(site));

  const cleaner = new Site({ origin, fetch });
  const made = { site, cleaner, report, leftovers };
  const account = await report.find('Sign-up and sign-in', () => makeAccount({ ...made, config, stack }));
  // Where people without an account may not search, the function reads no body of theirs.
  const token = account?.token;
  await report.check('Body of 20 kB', () => edge.checkBody(site, token, 20_000));
  await report.check('Body of 60 kB', () => edge.checkBody(site, token, 60_000));
  await report.check('SQL and HTML words', () => edge.checkWords(site, token));
  const chatId = await report.find('Chat made and listed', () => makeChat({ ...made, account }));
  const withAccount = (check: (site: Site, account: accounts.Account) => Promise<string>) => async () => {
    if (account === undefined) throw new NotChecked(NO_ACCOUNT);
    return await check(site, account);
  };
  await report.check('Person in a list', withAccount(kept.checkList));
  await report.check('Link without an account', withAccount(kept.checkShare));
  await checkSearch({ ...made, account, chatId, maySearch });
  await report.check('Limit of 0', () => search.checkLimit({ limited: options.limited, fetch, stopped }));
  await report.checkAlways('Nothing left behind', () => leftovers.remove());
  return report.rows;
}

function whatItDoes(facts: { origin: string; maySearch: boolean; providers: string }): string {
  const { origin, maySearch, providers } = facts;
  // A deployment that does not say it costs nothing may cost something.
  const isFree = providers === 'simulated' || providers === 'replay';
  const price = isFree
    ? `nothing: providers are ${providers}`
    : `about ${SEARCH_PRICE} USD at your providers`;
  const spends = maySearch
    ? `runs one standard search, which costs ${price}`
    : 'runs no search, so it spends nothing';
  return `Smoke test of ${origin}. It ${spends}, and makes one account, which it deletes.\n`;
}

/** A region as AWS writes it: what the page says of itself becomes an argument of a command. */
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** The deployment's stack in the operator's account, or why it is not known. */
async function findStack(config: SiteConfig | undefined, { origin, awsIn }: SmokeOptions) {
  if (config === undefined) return 'config.json, which names the stage, is not right';
  if (config.mailPage !== undefined) return 'the local stack has none';
  if (!REGION.test(config.region)) return `config.json names no region: ${config.region}`;
  const aws = awsIn(config.region);
  const name = stackName(config);
  try {
    const outputs = await stackOutputs(aws, name);
    const { SiteAddress, DistributionDomain, UserPool, SearchFunctionUrl, ChatsFunctionUrl } = outputs;
    if (![SiteAddress, `https://${DistributionDomain}`].includes(origin) || UserPool !== config.userPoolId)
      return `the stack ${name} of this AWS account is another one, at ${SiteAddress}`;
    const urls = [SearchFunctionUrl, ChatsFunctionUrl].filter((url) => url !== undefined);
    return {
      aws,
      userPoolId: UserPool,
      urls:
        urls.length > 0
          ? urls
          : 'the stack was deployed by a version that does not print them: --function-url',
    };
  } catch (error) {
    if (error instanceof AwsError)
      return `needs AWS credentials of the deployment's account: ${error.message}`;
    throw error;
  }
}

interface Made {
  site: Site;
  /** Goes on when the command is stopped. */
  cleaner: Site;
  report: Report;
  leftovers: Leftovers;
}

interface MakeAccountOptions extends Made {
  config: SiteConfig | undefined;
  stack: Awaited<ReturnType<typeof findStack>>;
}

/** An account that has its record and has signed in as the page does. */
async function makeAccount({ site, cleaner, leftovers, config, stack }: MakeAccountOptions) {
  if (config === undefined) throw new NotChecked('config.json, which names the user pool, is not right');
  const maker = makerOf(cleaner, config, stack);
  const person = accounts.inventPerson(config.emailDomains?.[0]);
  await leftovers.making('account', {
    make: () => maker.make(person),
    remove: () => maker.remove(person),
  });
  const account = await accounts.enter(person, config);
  const { token, email } = account;
  leftovers.add('what the account holds', () => erase(cleaner, token));
  const user = await site.json(User, '/api/me', { token });
  if (user.id !== account.userId || user.email !== email)
    throw new CheckFailed(`the user record is another person's: ${user.email}`);
  return { detail: `${email}, ${maker.how}; signed in by SRP`, value: account };
}

/** The longest that an erasure takes: a minute until nothing accepts requests of the account any more, and what deleting it takes. */
const ERASING = 110_000;

/** Deletes everything of the account. The service goes on once it has begun; it is read until nearly all is gone. */
async function erase(cleaner: Site, token: string): Promise<void> {
  const answer = await cleaner.open('/api/account', { method: 'DELETE', token, within: ERASING });
  const lines: string[] = [];
  for await (const text of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    lines.push(text);
    if (lines.join('').includes('"deleted"')) return;
  }
  expectStatus({ status: answer.status, headers: answer.headers, text: lines.join('') }, 200);
  throw new CheckFailed(`deleting it ended with ${excerpt({ text: lines.join('') })}`);
}

function makerOf(
  cleaner: Site,
  { mailPage, ...config }: SiteConfig,
  stack: MakeAccountOptions['stack'],
): accounts.AccountMaker {
  const { signUp = 'open', userPoolEndpoint, userPoolId } = config;
  if (mailPage !== undefined && signUp === 'open')
    return accounts.byMailedCode(cleaner, { ...config, mailPage });
  if (mailPage !== undefined && userPoolEndpoint !== undefined)
    return accounts.byOperator(accounts.localPool(cleaner, { userPoolId, endpoint: userPoolEndpoint }));
  if (typeof stack === 'string') throw new NotChecked(stack);
  return accounts.byOperator(accounts.cloudPool(stack.aws, stack.userPoolId));
}

const NO_ACCOUNT = 'there is no account';

/** A chat with a title that reads like an attack, which has to come back as it was sent. @returns its id */
async function makeChat({
  site,
  cleaner,
  leftovers,
  account,
}: Made & { account: accounts.Account | undefined }) {
  if (account === undefined) throw new NotChecked(NO_ACCOUNT);
  const { token } = account;
  const id = newId('chat');
  const path = `/api/chats/${id}`;
  leftovers.add('chat', async () => {
    const { status } = await cleaner.ask(path, { method: 'DELETE', token });
    const { status: then } = await cleaner.ask(path, { token });
    if (![200, 404].includes(status) || then !== 404)
      throw new CheckFailed(`deleting it is answered with ${status}, reading it afterwards with ${then}`);
  });
  const title = `Smoke test: ${edge.SUSPICIOUS_WORDS.slice(0, 2).join(' ')}`;
  const chat = await site.json(Chat, '/api/chats', { method: 'POST', body: { id, title }, token });
  const { chats } = await site.json(ChatsAnswer, '/api/chats', { token });
  if (chat.title !== title || !chats.some((listed) => listed.id === id && listed.title === title))
    throw new CheckFailed('the chat does not come back as it was sent');
  return { detail: 'its title of SQL and HTML comes back as it was sent', value: id };
}

interface CheckSearchOptions extends Made {
  account: accounts.Account | undefined;
  chatId: string | undefined;
  maySearch: boolean;
}

/** The one search: the account's, or without one anybody's. */
async function checkSearch(options: CheckSearchOptions): Promise<void> {
  const { site, cleaner, report, leftovers, account, chatId, maySearch } = options;
  const token = account?.token;
  const name = search.nameSearch(account?.userId ?? ANONYMOUS_USER_ID, chatId);
  const result = await report.find('Search', async () => {
    if (!maySearch) throw new NotChecked('--no-search was given');
    const value = await leftovers.making('search under way', {
      make: () => search.runSearch(site, { name, token }),
      remove: () => search.stopSearch(cleaner, name, token),
    });
    leftovers.forget('search under way');
    const whose = account === undefined ? ', without an account' : '';
    return { detail: `${search.describeEnd(value.events)}${whose}`, value };
  });
  const notSearched = () => new NotChecked('there was no search to look at');
  await report.check('Answer with people', async () => {
    if (result === undefined) throw notSearched();
    return search.judgeOutcome(result.events);
  });
  await report.check('Events as they happen', async () => {
    if (result === undefined) throw notSearched();
    return search.judgeStream(result.times);
  });
  await report.check('Answer stored', async () => {
    if (account === undefined || chatId === undefined) throw new NotChecked(NO_ACCOUNT);
    if (result === undefined) throw notSearched();
    const path = `/api/chats/${chatId}/messages`;
    const { messages } = await site.json(MessagesAnswer, path, { token: account.token });
    const answer = result.events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0];
    if (
      messages[0]?.id !== name.messageId ||
      !isDeepStrictEqual(messages[1], answer) ||
      messages.length !== 2
    )
      throw new CheckFailed('the chat does not hold the question and the answer that was streamed');
    return 'the chat holds the question and the answer as it was streamed';
  });
}
