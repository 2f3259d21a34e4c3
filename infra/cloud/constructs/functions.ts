import { Duration, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from '../settings/schema.ts';
import { searchVariables } from '../settings/search-variables.ts';
import { CHATS_FUNCTION_ACCESS, type Data, SEARCH_FUNCTION_ACCESS, type TableAccess } from './data.ts';
import { expiringLog, NODE_FUNCTION } from './event-function.ts';
import type { Identity } from './identity.ts';
import { ProviderKeys } from './provider-keys.ts';
import type { SimulatedProviders } from './simulated-providers.ts';

interface FunctionProps {
  code: lambda.Code;
  settings: Settings;
  data: Data;
  identity: Identity;
}

interface ApiFunctionProps extends FunctionProps {
  description: string;
  /** What the function may do with the table. */
  access: readonly TableAccess[];
  /** Variables in addition to the common ones. */
  environment?: Readonly<Record<string, string>>;
  timeout: Duration;
  /** Whether responses are streamed. */
  streaming: boolean;
  /** Reserved concurrency, which is also the maximum; unreserved when absent. */
  concurrency?: number | undefined;
}

/** In MB; CPU scales with it. */
const MEMORY_SIZE = 512;

/** A Lambda function behind a URL that only CloudFront can call, with its own role and log. */
export class ApiFunction extends Construct {
  readonly lambda: lambda.Function;
  readonly url: lambda.FunctionUrl;
  readonly logGroup: logs.LogGroup;

  constructor(scope: Construct, id: string, props: ApiFunctionProps) {
    super(scope, id);
    const { settings, data, identity, streaming, concurrency } = props;
    this.logGroup = expiringLog(this, 'Log', settings);
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    const onTable = data.grant(role, props.access);
    // In earlier versions the default policy granted access to the table; an update revokes that only after the new policy exists.
    role.node.findChild('DefaultPolicy').node.addDependency(onTable);
    this.lambda = new lambda.Function(this, 'Function', {
      ...NODE_FUNCTION,
      description: props.description,
      code: props.code,
      memorySize: MEMORY_SIZE,
      timeout: props.timeout,
      environment: {
        STAGE: settings.stage,
        NODE_OPTIONS: '--enable-source-maps',
        TABLE_NAME: data.table.tableName,
        USER_POOL_ID: identity.userPool.userPoolId,
        USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
        STORED_WRITES_PER_DAY: String(settings.storedWritesPerDay),
        STORED_MEGABYTES_PER_DAY: String(settings.storedMegabytesPerDay),
        MESSAGES_PER_CHAT: String(settings.messagesPerChat),
        MEGABYTES_PER_CHAT: String(settings.megabytesPerChat),
        ...props.environment,
      },
      role,
      logGroup: this.logGroup,
      tracing: lambda.Tracing.ACTIVE,
      ...(concurrency !== undefined && { reservedConcurrentExecutions: concurrency }),
    });
    data.checkBefore(this.lambda);
    this.url = this.lambda.addFunctionUrl({
      authType: lambda.FunctionUrlAuthType.AWS_IAM,
      invokeMode: streaming ? lambda.InvokeMode.RESPONSE_STREAM : lambda.InvokeMode.BUFFERED,
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Traces: xray:PutTraceSegments and xray:PutTelemetryRecords do not support resource-level permissions.',
    });
  }
}

/** Serves chats, messages and the user record. It cannot read the provider keys. */
export class ChatsFunction extends ApiFunction {
  constructor(scope: Construct, id: string, props: FunctionProps) {
    const { reservedConcurrentChats } = props.settings;
    super(scope, id, {
      ...props,
      description: "Reads and writes people's own chats",
      access: CHATS_FUNCTION_ACCESS,
      // Reserved, because searches occupy an instance for their whole duration and must not block access to chats.
      concurrency: reservedConcurrentChats === 0 ? undefined : reservedConcurrentChats,
      streaming: false,
      timeout: Duration.seconds(15),
    });
  }
}

/** Time for a search to save its results and report the end after its deadline, in seconds. */
const SECONDS_AFTER_DEADLINE = 15;
/**
 * How long erasing an account takes, in seconds: 75 until no function writes to it any more, plus the deletions, which take only seconds
 * for nearly all accounts.
 */
export const ERASURE = { usual: 90, max: 120 };

/**
 * Runs and streams searches, and performs the operations on whole accounts. It is the only function that may read the provider keys or
 * delete an account.
 */
export class SearchFunction extends ApiFunction {
  constructor(
    scope: Construct,
    id: string,
    props: FunctionProps & { providers: ProviderKeys | SimulatedProviders },
  ) {
    const { settings, providers } = props;
    super(scope, id, {
      ...props,
      description: 'Runs searches and streams their events',
      access: SEARCH_FUNCTION_ACCESS,
      streaming: true,
      timeout: Duration.seconds(
        Math.max(settings.searchDeadlineSeconds + SECONDS_AFTER_DEADLINE, ERASURE.max),
      ),
      concurrency: settings.maximumConcurrentSearches,
      environment: {
        ...providers.variables,
        ...searchVariables(settings),
      },
    });
    props.identity.grantDelete(this.lambda);
    if (providers instanceof ProviderKeys) providers.grantRead(this.lambda);
  }
}
