import { CfnResource, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Settings } from '../../settings/schema.ts';

/** The built page. Private: CloudFront alone reads it. It is deleted with the stack, since any build makes it again. */
export function siteBucket(scope: Construct, settings: Settings): s3.IBucket {
  const bucket = new s3.Bucket(scope, 'Bucket', {
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    autoDeleteObjects: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'It holds only the public page, read by CloudFront; a log of reads would be a log of visitors.',
  });
  giveEmptierLog(scope, settings);
  if (!servesNoWebsite(bucket)) throw new Error('The bucket must not serve pages itself.');
  return bucket;
}

/** Also tells the compiler that the property is there: it is optional in CDK's class and required in its interface. */
const servesNoWebsite = (bucket: s3.Bucket): bucket is s3.Bucket & { isWebsite: boolean } =>
  bucket.isWebsite === false;

/** What CDK calls the function that empties the stack's buckets before they are deleted, and the resource in it. */
const EMPTIER = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';
const HANDLER = 'Handler';

/** Gives CDK's emptying function a log that expires. CDK has no option for it, and the log Lambda makes would never expire. */
function giveEmptierLog(scope: Construct, { logRetentionDays }: Settings): void {
  const handler = Stack.of(scope).node.tryFindChild(EMPTIER)?.node.tryFindChild(HANDLER);
  if (!(handler instanceof CfnResource))
    throw new TypeError('CDK no longer uses the expected function to empty buckets.');
  const log = new logs.LogGroup(scope, 'EmptierLog', {
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  handler.addPropertyOverride('LoggingConfig.LogGroup', log.logGroupName);
}
