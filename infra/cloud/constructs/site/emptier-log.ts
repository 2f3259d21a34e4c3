import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from '../../settings/schema.ts';

/** As CDK names the function that empties the stack's buckets before they are deleted, and what is in it. */
const EMPTIER = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';
const HANDLER = 'Handler';

/** Gives CDK's emptying function, which knows no such option, a log that forgets: the one Lambda makes for it would stay for ever. */
export function giveEmptierLog(scope: Construct, { logRetentionDays }: Settings): void {
  const handler = Stack.of(scope).node.tryFindChild(EMPTIER)?.node.tryFindChild(HANDLER);
  if (!(handler instanceof CfnResource)) throw new TypeError('CDK makes another function to empty buckets.');
  const log = new LogGroup(scope, 'EmptierLog', {
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  handler.addPropertyOverride('LoggingConfig.LogGroup', log.logGroupName);
}
