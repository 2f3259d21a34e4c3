import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { BUNDLE_HANDLER } from '../bundle.ts';
import type { Settings } from '../settings/schema.ts';

/** Runtime settings of all our functions. */
export const NODE_FUNCTION = {
  handler: BUNDLE_HANDLER,
  runtime: lambda.Runtime.NODEJS_24_X,
  architecture: lambda.Architecture.ARM_64,
  loggingFormat: lambda.LoggingFormat.JSON,
} as const;

/** A log group with the retention from the settings, deleted with the stack. */
export const expiringLog = (scope: Construct, id: string, { logRetentionDays }: Settings) =>
  new logs.LogGroup(scope, id, { retention: logRetentionDays, removalPolicy: RemovalPolicy.DESTROY });

interface EventFunctionProps
  extends Pick<lambda.FunctionOptions, 'environment' | 'memorySize' | 'reservedConcurrentExecutions'> {
  code: lambda.Code;
  settings: Settings;
  description: string;
  environment?: Readonly<Record<string, string>>;
  timeout: Duration;
}

/** A Lambda function that is not part of the site's API, with its own role and log. */
export class EventFunction extends Construct {
  readonly lambda: lambda.Function;
  readonly role: iam.Role;
  readonly logGroup: logs.LogGroup;

  constructor(scope: Construct, id: string, { settings, ...props }: EventFunctionProps) {
    super(scope, id);
    this.logGroup = expiringLog(this, 'Log', settings);
    this.role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(this.role);
    this.lambda = new lambda.Function(this, 'Function', {
      ...NODE_FUNCTION,
      ...props,
      role: this.role,
      logGroup: this.logGroup,
    });
  }
}
