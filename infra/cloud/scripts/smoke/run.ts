import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { MessagesAnswer } from '#shared/chat-contract.ts';
import { Health } from '#shared/health.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { stageOptions } from '../../../command.ts';
import { type Aws, AwsError, stackOutputs } from '../../aws.ts';
import { stackName } from '../../settings/names.ts';
import { type Account, makeAccount } from './account.ts';
import * as edge from './edge.ts';
import * as kept from './kept.ts';
import { Leftovers, type Making } from './leftovers.ts';
import { CheckFailed, NotChecked, Report, type Row, readable } from './report.ts';
import * as search from './search.ts';
import { excerpt, expectStatus, parseJson, Site } from './site.ts';

/** Nothing answers at the address. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface SmokeOptions {
  /** Scheme, host and port of the deployment. */
  origin: string;
  /** The function URLs; read from the stack's outputs when absent. */
  functionUrls?: readonly string[];
  /** Origin of a stage, possibly the same one, that allows no anonymous Deep Research. */
  limited?: string;
  /** Whether one standard search may be run. */
  maySearch?: boolean;
  awsIn: (region: string) => Aws;
  fetch?: typeof globalThis.fetch;
  /** In milliseconds; times the events of the search. */
  clock?: () => number;
  print: (line: string) => void;
  /** Aborted to stop early; what was created is still deleted. */
  stopped?: AbortSignal;
}

/** In USD, at the list prices of docs/costs.md. */
const SEARCH_PRICE = '0.04';

/**
 * Tests a deployment from outside, spending at most one standard search, and deletes what it created.
 * @returns the rows, each already printed
 * @throws Unreachable
 */
export async function runSmoke(options: SmokeOptions): Promise<Row[]> {
  const { origin, print, maySearch = true, stopped = new AbortController().signal } = options;
  const { fetch = globalThis.fetch, clock = () => performance.now() } = options;
  const site = new Site({ origin, fetch, signal: stopped });
  const report = new Report({ print, stopped });
  const leftovers = new Leftovers();
  const opening = await site.ask('/api/health').catch((error: unknown) => {
    throw new Unreachable(`${origin} does not respond: ${readable(error)}`);
  });
  const health = v.safeParse(Health, parseJson(opening.text));
  print(describeRun({ origin, maySearch, providers: health.success ? health.output.providers : 'unknown' }));

  const config = await report.find('config.json uncached', () => edge.checkConfig(site));
  await report.check('Health', async () => {
    expectStatus(opening, 200);
    if (!health.success) throw new CheckFailed(`the response violates the contract: ${excerpt(opening)}`);
    const { version, providers, configured = {} } = health.output;
    const missing = Object.entries(configured).flatMap(([provider, name]) =>
      name === null ? [provider] : [],
    );
    const where = config === undefined ? '' : ` -- ${stageOptions(config)}`;
    if (providers === 'live' && missing.length > 0)
      throw new CheckFailed(`no key for: ${missing.join(', ')}; store it with "npm run keys${where}"`);
    return `version ${version}, providers ${providers}`;
  });
  await report.check('Page and assets', () => edge.checkPage(site));
  await report.check('Deep links', () => edge.checkDeepLinks(site));
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
  const making = { site, cleaner, leftovers };
  const account = await report.find('Sign-up and sign-in', () =>
    makeAccount({ ...making, config, pool: stack }),
  );
  // Where anonymous searches are not allowed, the function does not read an anonymous caller's body.
  const token = account?.token;
  await report.check('Body of 20 kB', () => edge.checkBody(site, token, 20_000));
  await report.check('Body of 60 kB', () => edge.checkBody(site, token, 60_000));
  await report.check('SQL and HTML words', () => edge.checkWords(site, token));
  const withAccount =
    <Seen>(check: (making: Making, account: Account) => Promise<Seen>) =>
    async () => {
      if (account === undefined) throw new NotChecked(NO_ACCOUNT);
      return await check(making, account);
    };
  const chatId = await report.find('Chat created and listed', withAccount(kept.makeChat));
  await report.check('Person in a list', withAccount(kept.checkList));
  await report.check('Link without an account', withAccount(kept.checkShare));
  await checkSearch({ ...making, report, account, chatId, maySearch, clock });
  await report.check('Limit of 0', () => search.checkLimit({ limited: options.limited, fetch, stopped }));
  await report.checkAlways('Nothing left behind', () => leftovers.remove());
  return report.rows;
}

function describeRun(facts: { origin: string; maySearch: boolean; providers: string }): string {
  const { origin, maySearch, providers } = facts;
  // Unless the deployment says that its searches are free, assume they cost money.
  const isFree = providers === 'simulated' || providers === 'replay';
  const price = isFree
    ? `nothing: providers are ${providers}`
    : `about ${SEARCH_PRICE} USD at your providers`;
  const spends = maySearch
    ? `runs one standard search, which costs ${price}`
    : 'runs no search, so it costs nothing';
  return `Smoke test of ${origin}. It ${spends}, and creates one account, which it deletes afterwards.\n`;
}

/** AWS's format for regions: the site's configuration is used as a command argument. */
const REGION_PATTERN = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** The deployment's stack in the operator's account, or the reason why it is unknown. */
async function findStack(config: SiteConfig | undefined, { origin, awsIn }: SmokeOptions) {
  if (config === undefined) return 'config.json, which names the stage, is not valid';
  if (config.mailPage !== undefined) return 'the local stack has none';
  if (!REGION_PATTERN.test(config.region)) return `config.json names no valid region: ${config.region}`;
  const aws = awsIn(config.region);
  const name = stackName(config);
  try {
    const outputs = await stackOutputs(aws, name);
    const { SiteAddress, DistributionDomain, UserPool, SearchFunctionUrl, ChatsFunctionUrl } = outputs;
    if (![SiteAddress, `https://${DistributionDomain}`].includes(origin) || UserPool !== config.userPoolId)
      return `the stack ${name} in this AWS account is a different one, at ${SiteAddress}`;
    const urls = [SearchFunctionUrl, ChatsFunctionUrl].filter((url) => url !== undefined);
    return {
      aws,
      userPoolId: UserPool,
      urls:
        urls.length > 0
          ? urls
          : 'the stack was deployed by a version that does not output them: pass --function-url',
    };
  } catch (error) {
    if (error instanceof AwsError)
      return `needs AWS credentials for the deployment's account: ${error.message}`;
    throw error;
  }
}

const NO_ACCOUNT = 'there is no account';

interface CheckSearchOptions extends Making {
  report: Report;
  account: Account | undefined;
  chatId: string | undefined;
  maySearch: boolean;
  clock: () => number;
}

/** Runs the one search, as the account or else anonymously. */
async function checkSearch(options: CheckSearchOptions): Promise<void> {
  const { site, cleaner, report, leftovers, account, chatId, maySearch, clock } = options;
  const token = account?.token;
  const name = search.nameSearch(account?.userId ?? ANONYMOUS_USER_ID, chatId);
  const result = await report.find('Search', async () => {
    if (!maySearch) throw new NotChecked('--no-search was given');
    const value = await leftovers.making('running search', {
      make: () => search.runSearch(site, { name, token, clock }),
      remove: () => search.stopSearch(cleaner, name, token),
    });
    leftovers.forget('running search');
    const whose = account === undefined ? ', without an account' : '';
    return { detail: `${search.describeEnd(value.events)}${whose}`, value };
  });
  const notSearched = () => new NotChecked('there is no search result to check');
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
      throw new CheckFailed('the chat does not contain the question and the answer as streamed');
    return 'the chat contains the question and the answer as streamed';
  });
}
