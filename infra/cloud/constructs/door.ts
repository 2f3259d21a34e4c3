import type { Duration } from 'aws-cdk-lib';
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Code, FunctionUrl } from 'aws-cdk-lib/aws-lambda';
import {
  Architecture,
  FunctionUrlAuthType,
  InvokeMode,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { BUNDLE_HANDLER } from '../artifacts/bundle-door.ts';
import type { Settings } from '../settings/schema.ts';

export interface DoorProps {
  code: Code;
  description: string;
  settings: Settings;
  environment: Readonly<Record<string, string>>;
  timeout: Duration;
  /** In MB; processor time grows with it. */
  memorySize: number;
  /** Whether answers leave piece by piece as they are written. */
  streaming: boolean;
  /** Most copies at once; AWS's own limit for the account when absent. */
  concurrency?: number | undefined;
}

/** One Lambda function behind a URL that only CloudFront can call, with a role and a log of its own. */
export class Door extends Construct {
  readonly function: LambdaFunction;
  readonly url: FunctionUrl;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: DoorProps) {
    super(scope, id);
    const { settings, streaming, concurrency } = props;
    this.logGroup = new LogGroup(this, 'Log', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      code: props.code,
      handler: BUNDLE_HANDLER,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize,
      timeout: props.timeout,
      environment: { STAGE: settings.stage, NODE_OPTIONS: '--enable-source-maps', ...props.environment },
      role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      ...(concurrency !== undefined && { reservedConcurrentExecutions: concurrency }),
    });
    this.url = this.function.addFunctionUrl({
      authType: FunctionUrlAuthType.AWS_IAM,
      invokeMode: streaming ? InvokeMode.RESPONSE_STREAM : InvokeMode.BUFFERED,
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Traces: xray:PutTraceSegments and xray:PutTelemetryRecords know no resources.',
    });
  }
}
