import * as v from 'valibot';
import { SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import { EDGE_REGION } from '../../settings/regions.ts';
import type { Settings } from '../../settings/schema.ts';
import { bad, doubtful, type Examined, type Finding, good } from './examine.ts';
import { findStageStack } from './stack.ts';

/** The unreserved concurrency that AWS requires an account to keep. */
const MIN_UNRESERVED = 100;
/** One search with simulated providers: a model call for each person at once, the search itself, and the page's other requests. */
const MIN_SIMULATED = SEARCH_RESULTS_REQUESTED + 5;
const AccountSettings = v.object({
  AccountLimit: v.object({ ConcurrentExecutions: v.number(), UnreservedConcurrentExecutions: v.number() }),
});

export async function checkConcurrency(examined: Examined): Promise<Finding> {
  const { settings, aws } = examined;
  const { reservedConcurrentChats, reservedConcurrentProviders, maximumConcurrentSearches = 0 } = settings;
  const wanted = reservedConcurrentChats + reservedConcurrentProviders + maximumConcurrentSearches;
  const answer = await aws(settings.region)(['lambda', 'get-account-settings']);
  const { AccountLimit } = v.parse(AccountSettings, answer);
  const { ConcurrentExecutions: all, UnreservedConcurrentExecutions: free } = AccountLimit;
  const found = `the account allows ${all} concurrent executions, ${free} of them unreserved; this stage reserves ${wanted}`;
  const raise = 'Service Quotas, AWS Lambda, "Concurrent executions": request 1,000';
  if (wanted > 0 && all - wanted < MIN_UNRESERVED)
    return bad(
      found,
      `${raise}; or reserve none: ${howToReserveLess(settings, Math.max(0, all - MIN_UNRESERVED))}`,
    );
  if (wanted > 0 && free - wanted < MIN_UNRESERVED) {
    const advice = `AWS keeps ${MIN_UNRESERVED} unreserved: release some that other functions reserve, or raise the limit (${raise})`;
    // If the stage exists, its own reservation is already part of what is reserved.
    return (await findStageStack(examined)) === undefined ? bad(found, advice) : doubtful(found, advice);
  }
  if (settings.providers === 'simulated' && free < MIN_SIMULATED)
    return doubtful(
      found,
      `${raise}. One search calls the simulated providers for ${SEARCH_RESULTS_REQUESTED} people at once: with fewer than ${MIN_SIMULATED} executions, it shows some of them unformatted, or scored without the model`,
    );
  return all < MIN_UNRESERVED
    ? doubtful(found, `${raise}; a search occupies one for its whole duration`)
    : good(found);
}

/** Names the settings that reserve too much. Without a reservation for chats, the simulated providers reserve nothing either. */
function howToReserveLess(settings: Settings, available: number): string {
  const { reservedConcurrentChats, reservedConcurrentProviders, maximumConcurrentSearches = 0 } = settings;
  const tooManySearches = maximumConcurrentSearches > available;
  const isRoomForOthers = reservedConcurrentChats + reservedConcurrentProviders <= available;
  const ways = [
    !(tooManySearches && isRoomForOthers) && '-c reservedConcurrentChats=0',
    tooManySearches && 'without maximumConcurrentSearches',
  ];
  return ways.filter(Boolean).join(' ');
}

const Items = v.optional(v.array(v.unknown()), []);
const Distributions = v.object({ DistributionList: v.object({ Items }) });
const CachePolicies = v.object({ CachePolicyList: v.object({ Items }) });
const HeadersPolicies = v.object({ ResponseHeadersPolicyList: v.object({ Items }) });
const Quotas = v.object({ Quotas: v.array(v.object({ QuotaName: v.string(), Value: v.number() })) });

/**
 * The CloudFront resources a stage needs, which a test compares with the template, and AWS's default quotas for them. The origin request
 * policy is one of CloudFront's own.
 */
export const TAKEN_OF_CLOUDFRONT = [
  {
    name: 'distributions',
    type: 'AWS::CloudFront::Distribution',
    takes: 1,
    quota: /^(web )?distributions per /i,
    usual: 200,
  },
  {
    name: 'cache policies',
    type: 'AWS::CloudFront::CachePolicy',
    takes: 1,
    quota: /^cache policies per /i,
    usual: 20,
  },
  {
    name: 'response headers policies',
    type: 'AWS::CloudFront::ResponseHeadersPolicy',
    takes: 2,
    quota: /^response headers policies per /i,
    usual: 20,
  },
];

export async function checkCloudFront(examined: Examined): Promise<Finding> {
  const aws = examined.aws(EDGE_REGION);
  const [distributions, cachePolicies, headersPolicies, quotas] = await Promise.all([
    aws(['cloudfront', 'list-distributions']),
    aws(['cloudfront', 'list-cache-policies', '--type', 'custom']),
    aws(['cloudfront', 'list-response-headers-policies', '--type', 'custom']),
    aws(['service-quotas', 'list-service-quotas', '--service-code', 'cloudfront']),
  ]);
  // For an account that has none, AWS returns an empty response.
  const used = [
    v.is(Distributions, distributions) ? distributions.DistributionList.Items?.length : 0,
    v.is(CachePolicies, cachePolicies) ? cachePolicies.CachePolicyList.Items?.length : 0,
    v.is(HeadersPolicies, headersPolicies) ? headersPolicies.ResponseHeadersPolicyList.Items?.length : 0,
  ];
  const counts = TAKEN_OF_CLOUDFRONT.map(({ name, takes, quota, usual }, index) => {
    const known = v.parse(Quotas, quotas).Quotas.find(({ QuotaName }) => quota.test(QuotaName));
    return { name, takes, used: used[index] ?? 0, limit: known?.Value ?? usual };
  });
  const found = counts.map((count) => `${count.used} of ${count.limit} ${count.name}`).join(', ');
  const full = counts.some((count) => count.used + count.takes > count.limit);
  if (!full || (await findStageStack(examined)) !== undefined) return good(found);
  return bad(found, 'Service Quotas, Amazon CloudFront (us-east-1): raise the quotas that are used up');
}
