import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Aws, AwsError } from '#infra/cloud/aws.ts';
import { ROLE_ACTIONS } from '#infra/cloud/scripts/doctor/account.ts';

/** An AWS error in place of an answer. */
export class Failure {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message = 'no reason given') {
    this.code = code;
    this.message = message;
  }
}

/** A missing permission, as most services report it. */
export const denied = (action: string) =>
  new Failure(
    'AccessDeniedException',
    `User: arn:aws:iam::1:user/x is not authorized to perform: ${action} on *`,
  );

/** The account’s answers, keyed by command service and API operation, such as `sts GetCallerIdentity`. */
export type Account = Readonly<Record<string, (region: string) => unknown>>;

const KEY = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
const INDEX = {
  IndexName: 'by-order',
  KeySchema: [KEY('pk', 'HASH'), KEY('order', 'RANGE')],
  Projection: { ProjectionType: 'ALL' },
};

export const TABLE = {
  TableName: 'Restored-1',
  TableStatus: 'ACTIVE',
  KeySchema: [KEY('pk', 'HASH'), KEY('sk', 'RANGE')],
  LocalSecondaryIndexes: [INDEX],
  DeletionProtectionEnabled: true,
};

const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ Id: `${name}${at}` }));

/** Settings that need every check except that of an existing user pool. */
export const WHOLE = {
  stage: 'beta',
  region: 'eu-west-1',
  mailSender: 'no-reply@example.com',
  domainName: 'experts.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a',
  existingTable: 'Restored-1',
  googleClientId: 'a.apps.googleusercontent.com',
};

/** An account that is ready for a deployment. */
export const READY: Account = {
  'sts GetCallerIdentity': () => ({
    UserId: 'AIDA',
    Account: '111122223333',
    Arn: 'arn:aws:iam::111122223333:user/deployer',
  }),
  'account GetRegionOptStatus': (RegionName) => ({ RegionName, RegionOptStatus: 'ENABLED_BY_DEFAULT' }),
  'ssm GetParameter': () => ({ Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Value: '28' } }),
  'iam SimulatePrincipalPolicy': () => ({
    EvaluationResults: ROLE_ACTIONS.map((action) => ({
      EvalActionName: `iam:${action}`,
      EvalDecision: 'allowed',
    })),
  }),
  'cloudformation DescribeStacks': () =>
    new Failure('ValidationError', 'Stack with id Expertscope-beta does not exist'),
  'lambda GetAccountSettings': () => ({
    AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 900 },
  }),
  'cloudfront ListDistributions': () => ({ DistributionList: { Quantity: 3, Items: many(3, 'D') } }),
  'cloudfront ListCachePolicies': () => ({ CachePolicyList: { Quantity: 1, Items: many(1, 'C') } }),
  'cloudfront ListResponseHeadersPolicies': () => ({
    ResponseHeadersPolicyList: { Quantity: 2, Items: many(2, 'P') },
  }),
  'service-quotas ListServiceQuotas': () => ({
    Quotas: [{ QuotaName: 'Response headers policies per AWS account', Value: 25 }],
  }),
  'acm DescribeCertificate': () => ({
    Certificate: {
      Status: 'ISSUED',
      DomainName: '*.example.com',
      SubjectAlternativeNames: ['*.example.com'],
    },
  }),
  'dynamodb DescribeTable': () => ({ Table: TABLE }),
  'dynamodb DescribeTimeToLive': () => ({
    TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' },
  }),
  'dynamodb DescribeContinuousBackups': () => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    },
  }),
  'sesv2 GetEmailIdentity': () => ({ IdentityType: 'DOMAIN', VerifiedForSendingStatus: true }),
  'sesv2 GetAccount': () => ({
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000 },
  }),
  'cognito-idp DescribeUserPool': () => ({
    UserPool: {
      UsernameAttributes: ['email'],
      UserPoolTier: 'ESSENTIALS',
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 6,
          RequireUppercase: false,
          RequireLowercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
          TemporaryPasswordValidityDays: 7,
        },
      },
    },
  }),
  'cognito-idp GetUserPoolMfaConfig': () => ({
    SoftwareTokenMfaConfiguration: { Enabled: true },
    MfaConfiguration: 'OPTIONAL',
  }),
  'cognito-idp DescribeIdentityProvider': () =>
    new Failure('ResourceNotFoundException', 'Identity provider Organisation does not exist.'),
  'secretsmanager DescribeSecret': () => ({ Name: 'x', VersionIdsToStages: { v1: ['AWSCURRENT'] } }),
};

const toOperation = (command: string): string =>
  command.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An AWS command line with access to the account: its answers, and its errors in AWS’s wording. */
export const commandLineOf =
  (account: Account) =>
  (region: string): Aws =>
  async ([service = '', command = '']) => {
    const operation = toOperation(command);
    const answer = account[`${service} ${operation}`]?.(region);
    if (answer instanceof Failure)
      throw new AwsError(
        `An error occurred (${answer.code}) when calling the ${operation} operation: ${answer.message}`,
      );
    return answer;
  };

/** Services whose requests are signed under a name that differs from the command’s. */
const SIGNED_AS: Readonly<Record<string, string>> = { ses: 'sesv2', servicequotas: 'service-quotas' };
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/^\/getRegionOptStatus$/, 'GetRegionOptStatus'],
  [/^\/2016-08-19\/account-settings\/?$/, 'GetAccountSettings'],
  [/^\/v2\/email\/identities\//, 'GetEmailIdentity'],
  [/^\/v2\/email\/account$/, 'GetAccount'],
  [/^\/[\d-]+\/distribution$/, 'ListDistributions'],
  [/^\/[\d-]+\/cache-policy$/, 'ListCachePolicies'],
  [/^\/[\d-]+\/response-headers-policy$/, 'ListResponseHeadersPolicies'],
];
const XML = new Set(['sts', 'iam', 'cloudformation', 'cloudfront']);

/** Serves the account over AWS’s own protocols (JSON, query and REST), identifying each request by its signature. */
export async function serveAccount(account: Account) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { service, region, operation } = await readRequest(request);
    asked.push(`${service} ${operation} in ${region}`);
    const answer = account[`${service} ${operation}`]?.(region) ?? new Failure('UnknownOperation');
    const status = answer instanceof Failure ? 400 : 200;
    if (XML.has(service)) {
      response.writeHead(status, { 'content-type': 'text/xml' }).end(toXml(operation, answer));
      return;
    }
    const body =
      answer instanceof Failure
        ? { __type: answer.code, message: answer.message, Message: answer.message }
        : answer;
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.1',
      ...(answer instanceof Failure && { 'x-amzn-errortype': answer.code }),
    });
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    asked,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readRequest(request: IncomingMessage) {
  const { authorization = '', 'x-amz-target': target } = request.headers;
  const [, region = '', signedAs = ''] =
    /Credential=[^/]+\/\d+\/([\w-]+)\/([\w-]+)\//.exec(authorization) ?? [];
  const body = await text(request);
  const { pathname } = new URL(request.url ?? '', 'http://aws');
  const operation =
    String(target ?? '').split('.')[1] ??
    new URLSearchParams(body).get('Action') ??
    PATHS.find(([path]) => path.test(pathname))?.[1] ??
    `${request.method} ${pathname}`;
  return { service: SIGNED_AS[signedAs] ?? signedAs, region, operation };
}

function toXml(operation: string, answer: unknown): string {
  if (answer instanceof Failure)
    return `<ErrorResponse><Error><Type>Sender</Type><Code>${answer.code}</Code><Message>${answer.message}</Message></Error><RequestId>r</RequestId></ErrorResponse>`;
  // CloudFront responds with the list itself.
  if (operation.startsWith('List')) return element(Object.entries(Object(answer))[0] ?? ['', '']);
  return `<${operation}Response><${operation}Result>${elements(answer)}</${operation}Result></${operation}Response>`;
}

const ITEM: Readonly<Record<string, string>> = {
  DistributionList: 'DistributionSummary',
  CachePolicyList: 'CachePolicySummary',
  ResponseHeadersPolicyList: 'ResponseHeadersPolicySummary',
};

function element([name, value]: [string, unknown], item = 'member'): string {
  const inner = Array.isArray(value)
    ? value.map((one) => `<${item}>${elements(one)}</${item}>`).join('')
    : elements(value, ITEM[name]);
  return `<${name}>${inner}</${name}>`;
}

const elements = (value: unknown, item?: string): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map((entry) => element(entry, item))
        .join('')
    : String(value);
