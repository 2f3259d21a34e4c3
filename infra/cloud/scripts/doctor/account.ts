import * as v from 'valibot';
import { SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import { stackName } from '../../settings/names.ts';
import { deploymentFault, isOffered } from '../../settings/read-settings.ts';
import { EDGE_REGION, type Settings } from '../../settings/schema.ts';
import { find, findStack } from '../aws.ts';
import { bad, type Check, doubtful, type Examined, type Finding, good } from './examine.ts';

const CALLER_IDENTITY_COMMAND = ['sts', 'get-caller-identity'];
const Identity = v.object({ Account: v.string(), Arn: v.string() });

/** The caller's identity; without credentials nothing else can be checked. */
export async function checkCredentials({ settings, aws }: Examined): Promise<Finding> {
  const { Account, Arn } = v.parse(Identity, await aws(settings.region)(CALLER_IDENTITY_COMMAND));
  return good(`account ${Account}, ${Arn}`);
}

export function checkSettings({ settings }: Examined): Finding {
  const { stage, region, providers } = settings;
  const fault = deploymentFault(settings);
  if (fault !== undefined)
    return bad(isOffered(settings) ? 'mailSender is missing' : `${region} is not a supported region`, fault);
  return good(`stage ${stage} in ${region}${providers === 'simulated' ? ', with simulated providers' : ''}`);
}

const OptStatus = v.object({ RegionOptStatus: v.string() });

/** Some regions are disabled in an account until somebody enables them. */
export async function checkRegion({ settings: { region }, aws }: Examined): Promise<Finding> {
  const command = ['account', 'get-region-opt-status', '--region-name', region];
  const { RegionOptStatus } = v.parse(OptStatus, await aws(EDGE_REGION)(command));
  if (/^ENABLED/.test(RegionOptStatus)) return good(`${region} is enabled`);
  return bad(
    `${region} is ${RegionOptStatus.toLowerCase()} in this account`,
    `Enable it and wait: aws account enable-region --region-name ${region}`,
  );
}

/** The minimum bootstrap version that the templates require, and the parameter they read it from; a test compares both with a template. */
export const MINIMUM_BOOTSTRAP = 6;
export const BOOTSTRAP_VERSION = '/cdk-bootstrap/hnb659fds/version';
const Parameter = v.object({ Parameter: v.object({ Value: v.string() }) });

export const checkBootstrap =
  (region: string): Check =>
  async ({ aws }) => {
    const command = ['ssm', 'get-parameter', '--name', BOOTSTRAP_VERSION];
    const found = await find(aws(region), command, Parameter);
    const version = found?.Parameter.Value;
    if (Number(version) >= MINIMUM_BOOTSTRAP) return good(`version ${version}`);
    const { Account } = v.parse(Identity, await aws(region)(CALLER_IDENTITY_COMMAND));
    return bad(
      version === undefined
        ? 'does not exist'
        : `version ${version} is too old: at least ${MINIMUM_BOOTSTRAP} is needed`,
      `npx cdk bootstrap aws://${Account}/${region}`,
    );
  };

/**
 * What CloudFormation does with roles when it creates, updates and deletes a stage; a test compares this with the template. Accounts
 * bootstrapped with restricted permissions often lack these.
 */
export const ROLE_ACTIONS = [
  'AttachRolePolicy',
  'CreateRole',
  'DeleteRole',
  'DeleteRolePolicy',
  'DetachRolePolicy',
  'GetRole',
  'PassRole',
  'PutRolePolicy',
  'TagRole',
];
const Simulation = v.object({
  EvaluationResults: v.array(v.object({ EvalActionName: v.string(), EvalDecision: v.string() })),
});

/**
 * Every stage has roles with policies of their own, and an update may add more. CloudFormation creates them with the execution role from
 * the bootstrap, whose permissions an account may have restricted.
 */
export async function checkPermissions({ settings, aws }: Examined): Promise<Finding> {
  const { region } = settings;
  const { Account } = v.parse(Identity, await aws(region)(CALLER_IDENTITY_COMMAND));
  const role = `cdk-hnb659fds-cfn-exec-role-${Account}-${region}`;
  const own = `arn:aws:iam::${Account}:role`;
  const command = [
    ...['iam', 'simulate-principal-policy', '--policy-source-arn', `${own}/${role}`],
    ...['--resource-arns', `${own}/${stackName(settings)}-SearchRole`],
    ...['--action-names', ...ROLE_ACTIONS.map((action) => `iam:${action}`)],
  ];
  const answer = await find(aws(region), command, Simulation);
  const widen = `npx cdk bootstrap --cloudformation-execution-policies arn:aws:iam::aws:policy/AdministratorAccess aws://${Account}/${region}`;
  if (answer === undefined)
    return doubtful(
      `the role ${role}, which CloudFormation uses to deploy, does not exist`,
      `Bootstrap: ${widen}`,
    );
  const refused = answer.EvaluationResults.filter(({ EvalDecision }) => EvalDecision !== 'allowed');
  if (refused.length > 0)
    return doubtful(
      `CloudFormation deploys with the role ${role}, which lacks ${refused.map(({ EvalActionName }) => EvalActionName).join(', ')}: a first deployment would be rolled back, and so would an update that adds permissions`,
      `Change its policies to allow this for the stage's roles, or allow it everything: ${widen}`,
    );
  return good(
    'CloudFormation may create roles; before it adds permissions, cdk lists them and asks (without a terminal, pass --require-approval never)',
  );
}

const stackOf = ({ settings, aws }: Examined) => findStack(aws(settings.region), stackName(settings));

export async function checkStack(examined: Examined): Promise<Finding> {
  const name = stackName(examined.settings);
  const stack = await stackOf(examined);
  if (stack === undefined) return good(`${name} does not exist yet: this will be its first deployment`);
  const { status, outputs } = stack;
  const obstacle = findObstacle(name, status);
  if (obstacle !== undefined) return obstacle;
  const changes = await dataChanges(examined, outputs);
  if (changes.length === 0) return good(`${name} is ${status}`);
  const found = changes.map((change) => change.found).join('; ');
  return changes.some(({ isLost }) => isLost)
    ? bad(
        found,
        'Pass every setting of the previous deployment; npm run restore -- --switch gives the table to the stack',
      )
    : doubtful(found, "People's data in the previous one is not copied");
}

/** Checks a stack that a stage outside us-east-1 has there. */
export const checkEdgeStack =
  (name: string): Check =>
  async ({ aws }) => {
    const stack = await findStack(aws(EDGE_REGION), name);
    if (stack === undefined) return good(`${name} does not exist yet`);
    return findObstacle(name, stack.status) ?? good(`${name} is ${stack.status}`);
  };

/** What a stack's status means for a deployment; undefined if the stack can be updated. */
function findObstacle(name: string, status: string): Finding | undefined {
  if (status === 'REVIEW_IN_PROGRESS')
    return doubtful(
      `${name} is ${status}: its creation has begun, and it contains nothing yet`,
      'Deploy, unless somebody else is about to: there is nothing to wait for',
    );
  if (/^ROLLBACK_(COMPLETE|FAILED)$/.test(status))
    return doubtful(
      `${name} is ${status}: its first deployment failed`,
      'Deploy again: the failed stack is deleted and recreated. npm run destroy lists what was left behind (a table, a user pool)',
    );
  if (/^(CREATE|DELETE)_FAILED$/.test(status))
    return bad(`${name} is ${status}: it cannot be updated`, 'Destroy it first: npm run destroy');
  if (/_FAILED$/.test(status))
    return bad(`${name} is ${status}`, 'Continue its rollback in the CloudFormation console');
  if (/IN_PROGRESS$/.test(status)) return bad(`${name} is ${status}`, 'Wait until it has finished');
  return undefined;
}

const Resources = v.object({
  StackResourceSummaries: v.array(
    v.object({ PhysicalResourceId: v.optional(v.string()), ResourceStatus: v.string() }),
  ),
});

/** The outputs with the resources that contain users' data, each with the setting that selects another resource. */
const DATA_OUTPUTS = [
  { output: 'Table', kind: 'table', setting: 'existingTable' },
  { output: 'UserPool', kind: 'user pool', setting: 'existingUserPool' },
] as const;

/** How a deployment with these settings would replace the table and the user pool that the stage uses. */
async function dataChanges(
  { settings, aws }: Examined,
  outputs: Readonly<Record<string, string>>,
): Promise<{ found: string; isLost: boolean }[]> {
  const used = DATA_OUTPUTS.flatMap(({ output, ...kept }) => {
    const name = outputs[output];
    return name === undefined ? [] : [{ ...kept, name }];
  });
  if (used.length === 0) return [];
  const command = ['cloudformation', 'list-stack-resources', '--stack-name', stackName(settings)];
  const { StackResourceSummaries } = v.parse(Resources, await aws(settings.region)(command));
  const there = StackResourceSummaries.filter(({ ResourceStatus }) => !ResourceStatus.startsWith('DELETE_'));
  const own = new Set(there.map(({ PhysicalResourceId }) => PhysicalResourceId));
  return used.flatMap(({ kind, setting, name }) => {
    const next = settings[setting];
    if (next === name || (next === undefined && own.has(name))) return [];
    const after =
      next === undefined
        ? `which the stack does not own: without ${setting} it would get an empty one`
        : `but would continue with ${next}`;
    return [{ found: `it uses the ${kind} ${name}, ${after}`, isLost: next === undefined }];
  });
}

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
    return (await stackOf(examined)) === undefined ? bad(found, advice) : doubtful(found, advice);
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
  if (!full || (await stackOf(examined)) !== undefined) return good(found);
  return bad(found, 'Service Quotas, Amazon CloudFront (us-east-1): raise the quotas that are used up');
}
