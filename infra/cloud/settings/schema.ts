import * as v from 'valibot';
import { nameIn, PROFILE_SOURCES, WEB_SEARCHES } from '#functions/providers/registry.ts';
import { EmailDomain, Network } from '#shared/access.ts';
import { SEARCH_RESULTS_REQUESTED, STORAGE_LIMITS } from '#shared/limits.ts';
import {
  oneOf,
  onOff,
  PACINGS,
  SEARCH_DEADLINE_RANGE,
  SEARCHES_AT_ONCE_RANGE,
  SENSITIVE_CRITERIA,
  STORAGE_RANGES,
  STRUCTURED_OUTPUTS,
} from '#shared/operator-choices.ts';
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy, SIGN_UPS } from '#shared/site-config.ts';
import { EDGE_REGION, isRegion, KNOWN_REGIONS, REGION_WANTED, type Region } from './regions.ts';
import { flag, listOf, mailAddress, numberOrText, price, text, webAddress, wholeNumber } from './values.ts';

/** The stage of every command that names none. */
export const DEFAULT_STAGE = 'prod';

/** The retention periods CloudWatch offers, in days. Not imported from CDK, so that commands that only read settings need not load it. */
export const RETENTIONS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** Concurrency reserved for the chats function, out of reach of searches. A try-out reserves none: a new account has 10 in total. */
const RESERVED_CHATS = 50;

/**
 * The same for the simulated providers: a search makes a model call for each person, all at once (docs/decisions/0012-one-person-per-call.md),
 * so this is enough for two searches and a few other calls.
 */
const RESERVED_PROVIDERS = 2 * SEARCH_RESULTS_REQUESTED + 10;

/** The policy behind each value of `passwords`. */
export const PASSWORD_POLICIES: Readonly<Record<'specified' | 'strong', PasswordPolicy>> = {
  specified: DEFAULT_PASSWORD_POLICY,
  strong: { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true },
};

const attribute = () => text(/^\S.{0,254}$/, 'must be the name of an attribute or claim of the provider');

const perDay = (searches: number) => v.optional(wholeNumber(0, 1_000_000), searches);

/** How many networks fit into a CloudFront Function, which is limited to 10 kB. */
const MAX_NETWORKS = 40;

/** In characters, including commas. The pre-sign-up function has the domains in its environment, which Lambda limits to 4 KB. */
const MAX_DOMAINS_LENGTH = 4_000;

/** Every setting as it may be given. Docs: docs/deploy.md. */
const Given = v.object({
  stage: v.optional(
    v.pipe(
      text(
        /^[a-z](?:[a-z0-9-]{0,18}[a-z0-9])?$/,
        'must be 1 to 20 characters of a-z, 0-9 and -, such as prod or beta',
      ),
      v.check(
        (stage) => !/aws|amazon|cognito/.test(stage),
        'must not contain aws, amazon or cognito, which Cognito forbids in domain names',
      ),
      v.check(
        (stage) => !/-edge(-alarms)?$/.test(stage),
        "must not end in -edge or -edge-alarms, which would name another stage's stacks",
      ),
    ),
    DEFAULT_STAGE,
  ),
  region: v.optional(
    v.custom<Region>((region) => typeof region === 'string' && isRegion(region), REGION_WANTED),
    EDGE_REGION,
  ),
  domainName: v.optional(
    text(/^(?!https?:)([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a bare domain such as experts.example.com'),
  ),
  certificateArn: v.optional(
    text(
      /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
      `must be the ARN of an ACM certificate in ${EDGE_REGION}, the only region CloudFront accepts certificates from`,
    ),
  ),
  siteAddress: v.optional(
    text(
      /^https:\/\/[a-z0-9.-]+$/,
      'must be the address printed as SiteAddress, such as https://d111111abcdef8.cloudfront.net, without a path',
    ),
  ),
  googleClientId: v.optional(
    text(
      /^[\w-]+\.apps\.googleusercontent\.com$/,
      'must be a Google OAuth client id, which ends in .apps.googleusercontent.com',
    ),
  ),
  signUp: v.optional(oneOf(SIGN_UPS), 'open'),
  allowedEmailDomains: v.pipe(
    listOf(EmailDomain, 100),
    v.check(
      (domains) => domains.join(',').length <= MAX_DOMAINS_LENGTH,
      `must have at most ${MAX_DOMAINS_LENGTH} characters: Lambda allows no more in the environment of the pre-sign-up function`,
    ),
  ),
  allowedAddresses: listOf(Network, MAX_NETWORKS),
  anonymous: v.optional(onOff, 'on'),
  totp: v.optional(onOff, 'off'),
  ssoName: v.optional(
    text(/^\S(.{0,38}\S)?$/, 'must be a name of at most 40 characters for the button, such as Example Corp'),
  ),
  samlMetadata: v.optional(
    text(
      /^(https:\/\/\S+|(?!https?:)\S.*\.xml)$/,
      "must be the https address of the provider's metadata, or an .xml file",
    ),
  ),
  oidcIssuer: v.optional(
    text(/^https:\/\/[^\s?#]*[^\s?#/]$/, 'must be the https address of the issuer, without a trailing slash'),
  ),
  oidcClientId: v.optional(
    text(/^\S+$/, 'must be the client id that the provider issued for this application'),
  ),
  oidcClientSecretArn: v.optional(
    text(
      /^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+$/,
      'must be the ARN of a secret in Secrets Manager whose text is the client secret',
    ),
  ),
  ssoEmailAttribute: v.optional(attribute()),
  ssoEmailVerifiedAttribute: v.optional(attribute()),
  ssoNameAttribute: v.optional(attribute()),
  ssoIdAttribute: v.optional(attribute()),
  existingTable: v.optional(
    text(/^[\w.-]{3,255}$/, 'must be the name of a DynamoDB table in the same region, retained or restored'),
  ),
  existingUserPool: v.optional(
    text(
      /^[a-z]{2}(-[a-z]+)+-\d_\w+$/,
      'must be the id of a user pool in the same region, such as us-east-1_AbCd12345',
    ),
  ),
  mailSender: v.optional(mailAddress('no-reply@example.com, on a domain verified in SES')),
  passwords: v.optional(oneOf(['specified', 'strong']), 'specified'),
  alarmEmail: v.optional(mailAddress('operations@example.com')),
  monthlyBudget: v.optional(wholeNumber(1, 1_000_000), 50),
  waf: v.optional(flag(), true),
  siteFirewall: v.optional(flag()),
  accountsFirewall: v.optional(flag()),
  retain: v.optional(flag(), true),
  priceClass: v.optional(numberOrText(oneOf(['100', '200', 'all']))),
  logRetentionDays: v.optional(
    v.pipe(
      wholeNumber(1, 3_653),
      v.picklist(RETENTIONS, `must be a number of days CloudWatch offers: ${RETENTIONS.join(', ')}`),
    ),
    30,
  ),
  maximumConcurrentSearches: v.optional(wholeNumber(1, 10_000)),
  reservedConcurrentChats: v.optional(wholeNumber(0, 10_000)),
  searchDeadlineSeconds: v.optional(wholeNumber(...SEARCH_DEADLINE_RANGE), 90),
  pacing: v.optional(oneOf(PACINGS), 'steps'),
  providers: v.optional(oneOf(['live', 'simulated']), 'live'),
  sensitiveCriteria: v.optional(oneOf(SENSITIVE_CRITERIA)),
  openaiModel: v.optional(text(/^\S+$/, 'must be the name of a model such as gpt-4.1-mini')),
  openaiBaseUrl: v.optional(webAddress('https://api.openai.com/v1')),
  openaiStructuredOutput: v.optional(oneOf(STRUCTURED_OUTPUTS)),
  searchProvider: v.optional(nameIn(WEB_SEARCHES)),
  searchBaseUrl: v.optional(webAddress('https://google.serper.dev')),
  serpapiBaseUrl: v.optional(webAddress('https://serpapi.com')),
  profileProvider: v.optional(nameIn(PROFILE_SOURCES)),
  profileBaseUrl: v.optional(webAddress('https://enrichlayer.com/api/v2')),
  pricePerMillionInputTokens: v.optional(price()),
  pricePerMillionOutputTokens: v.optional(price()),
  pricePerSearchPage: v.optional(price()),
  pricePerLookup: v.optional(price()),
  anonymousSearchesPerDay: perDay(10),
  anonymousDeepSearchesPerDay: perDay(2),
  anonymousNetworkSearchesPerDay: perDay(40),
  anonymousNetworkDeepSearchesPerDay: perDay(8),
  allAnonymousSearchesPerDay: perDay(300),
  allAnonymousDeepSearchesPerDay: perDay(50),
  newAccountSearchesPerDay: perDay(20),
  newAccountDeepSearchesPerDay: perDay(5),
  allNewAccountsSearchesPerDay: perDay(500),
  allNewAccountsDeepSearchesPerDay: perDay(100),
  signedInSearchesPerDay: perDay(100),
  signedInDeepSearchesPerDay: perDay(25),
  allSearchesPerDay: perDay(1_000),
  allDeepSearchesPerDay: perDay(200),
  storedWritesPerDay: v.optional(wholeNumber(...STORAGE_RANGES.writesPerDay), STORAGE_LIMITS.writesPerDay),
  storedMegabytesPerDay: v.optional(
    wholeNumber(...STORAGE_RANGES.megabytesPerDay),
    STORAGE_LIMITS.megabytesPerDay,
  ),
  messagesPerChat: v.optional(wholeNumber(...STORAGE_RANGES.messagesPerChat), STORAGE_LIMITS.messagesPerChat),
  megabytesPerChat: v.optional(
    wholeNumber(...STORAGE_RANGES.megabytesPerChat),
    STORAGE_LIMITS.megabytesPerChat,
  ),
  searchesAtOnce: v.optional(wholeNumber(...SEARCHES_AT_ONCE_RANGE), 2),
  searchesAtOncePerAddress: v.optional(wholeNumber(...SEARCHES_AT_ONCE_RANGE)),
});

/** Every setting of a deployment, with defaults, including those derived from other settings. */
export const SettingsSchema = v.pipe(
  Given,
  v.transform(({ waf, siteFirewall = waf, accountsFirewall = waf, ...settings }) => {
    const { region, providers, retain, priceClass = KNOWN_REGIONS[region] } = settings;
    const { reservedConcurrentChats = retain ? RESERVED_CHATS : 0 } = settings;
    // An account that is too small to reserve concurrency for chats cannot reserve any here either.
    const simulates = providers === 'simulated' && reservedConcurrentChats > 0;
    return {
      ...settings,
      siteFirewall,
      accountsFirewall,
      priceClass,
      reservedConcurrentChats,
      reservedConcurrentProviders: simulates ? RESERVED_PROVIDERS : 0,
    };
  }),
);

export type Settings = v.InferOutput<typeof SettingsSchema>;
