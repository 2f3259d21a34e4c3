import { DefaultStackSynthesizer, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Settings } from '../../settings/schema.ts';

/** What CDK's own copying function needs: it runs during a deployment only. */
export interface Publisher {
  role: Role;
  logGroup: LogGroup;
  memoryLimit: number;
}

/** A role and a log for the copying, in place of CDK's, whose log would be kept for ever. */
export function createPublisher(scope: Construct, bucket: IBucket, settings: Settings): Publisher {
  const logGroup = new LogGroup(scope, 'PublisherLog', {
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, 'PublisherRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  acknowledgeRole(role, bucket);
  return { role, logGroup, memoryLimit: 256 };
}

function acknowledgeRole(role: Role, bucket: IBucket): void {
  const { region, synthesizer } = Stack.of(role);
  const qualifier = synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
  const staged = `arn:<AWS::Partition>:s3:::cdk-${qualifier}-assets-<AWS::AccountId>-${region}/*`;
  const actions = ['s3:GetBucket*', 's3:GetObject*', 's3:List*', 's3:Abort*', 's3:DeleteObject*'];
  Validations.of(role).acknowledge(
    ...actions.map((action) => ({
      id: `AwsSolutions-IAM5[Action::${action}]`,
      reason: 'How CDK grants reading and writing: families of actions of one kind, on two named buckets.',
    })),
    ...[staged, `<${logicalId(bucket)}.Arn>/*`].map((resource) => ({
      id: `AwsSolutions-IAM5[Resource::${resource}]`,
      reason: 'It copies every file of the built page, whose names hold the hash of their content.',
    })),
  );
}

function logicalId(bucket: IBucket): string {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new TypeError('The bucket must be one of this stack.');
  return Stack.of(bucket).resolve(resource.logicalId);
}

/** The function itself is CDK's, made once per stack: what holds for it is said where it stands. */
export function acknowledgePublisher(scope: Construct): void {
  const handlers = Stack.of(scope).node.children.filter(({ node }) =>
    node.id.startsWith('Custom::CDKBucketDeployment'),
  );
  for (const handler of handlers)
    Validations.of(handler).acknowledge({
      id: 'AwsSolutions-L1',
      reason: 'CDK chooses the runtime of its own copying function and keeps it current.',
    });
}
