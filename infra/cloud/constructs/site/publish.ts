import { CfnResource, DefaultStackSynthesizer, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as s3deploy from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct, IDependable } from 'constructs';
import { SITE_CONFIG_PATH, type SiteConfig } from '#shared/site-config.ts';
import { CACHE_CONTROL } from '../../../site/headers.ts';
import type { Settings } from '../../settings/schema.ts';
import { expiringLog } from '../event-function.ts';

/** The bucket of the built page. Private: only CloudFront reads it. It is deleted with the stack, since any build can recreate it. */
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
    reason: 'It contains only the public page, read by CloudFront; an access log would be a log of visitors.',
  });
  giveEmptierLog(scope, settings);
  if (!servesNoWebsite(bucket)) throw new Error('The bucket must not serve pages itself.');
  return bucket;
}

/** Also narrows the type: the property is optional in CDK's class but required in its interface. */
const servesNoWebsite = (bucket: s3.Bucket): bucket is s3.Bucket & { isWebsite: boolean } =>
  bucket.isWebsite === false;

/** CDK's names for the function that empties the stack's buckets before they are deleted, and for the resource in it. */
const EMPTIER_ID = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';
const HANDLER_ID = 'Handler';

/** Gives CDK's emptying function a log that expires. CDK has no option for it, and the log that Lambda creates never expires. */
function giveEmptierLog(scope: Construct, settings: Settings): void {
  const handler = Stack.of(scope).node.tryFindChild(EMPTIER_ID)?.node.tryFindChild(HANDLER_ID);
  if (!(handler instanceof CfnResource))
    throw new TypeError('CDK no longer uses the expected function to empty buckets.');
  const log = expiringLog(scope, 'EmptierLog', settings);
  handler.addPropertyOverride('LoggingConfig.LogGroup', log.logGroupName);
}

interface PublishProps {
  bucket: s3.IBucket;
  source: s3deploy.ISource;
  config: SiteConfig;
  settings: Settings;
  /** What the page calls. */
  functions: readonly IDependable[];
}

const ASSETS = 'assets/*';
const CONFIG = SITE_CONFIG_PATH.slice(1);

/**
 * Copies the built page into the bucket in an order that never breaks an open page: first the assets, which are cached permanently, then
 * the deployment's configuration, then the pages that refer to them. The latter two wait for the functions, which reject the fields of a
 * newer page.
 */
export function publishSite(
  scope: Construct,
  { bucket, source, config, settings, functions }: PublishProps,
): void {
  const common = { destinationBucket: bucket, ...createPublisher(scope, bucket, settings) };
  const assets = new s3deploy.BucketDeployment(scope, 'Assets', {
    ...common,
    sources: [source],
    exclude: ['*'],
    include: [ASSETS],
    // Open pages still request the assets they were built with.
    prune: false,
    cacheControl: [s3deploy.CacheControl.fromString(CACHE_CONTROL.assets)],
  });
  const configuration = new s3deploy.BucketDeployment(scope, 'Config', {
    ...common,
    sources: [s3deploy.Source.jsonData(CONFIG, config)],
    prune: false,
    cacheControl: [s3deploy.CacheControl.fromString(CACHE_CONTROL.config)],
  });
  const pages = new s3deploy.BucketDeployment(scope, 'Pages', {
    ...common,
    sources: [source],
    exclude: [ASSETS, CONFIG],
    cacheControl: [s3deploy.CacheControl.fromString(CACHE_CONTROL.pages)],
  });
  configuration.node.addDependency(...functions);
  pages.node.addDependency(assets, configuration, ...functions);
  acknowledgePublisher(scope);
}

/** What CDK's copying function needs: a role, memory in MB, and a log that expires, since the default one never would. */
function createPublisher(scope: Construct, bucket: s3.IBucket, settings: Settings) {
  const logGroup = expiringLog(scope, 'PublisherLog', settings);
  const role = new iam.Role(scope, 'PublisherRole', {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
  });
  logGroup.grantWrite(role);
  acknowledgeRole(role, bucket);
  return { role, logGroup, memoryLimit: 256 };
}

function acknowledgeRole(role: iam.Role, bucket: s3.IBucket): void {
  const { region, synthesizer } = Stack.of(role);
  const qualifier = synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
  const staged = `arn:<AWS::Partition>:s3:::cdk-${qualifier}-assets-<AWS::AccountId>-${region}/*`;
  const actions = ['s3:GetBucket*', 's3:GetObject*', 's3:List*', 's3:Abort*', 's3:DeleteObject*'];
  Validations.of(role).acknowledge(
    ...actions.map((action) => ({
      id: `AwsSolutions-IAM5[Action::${action}]`,
      reason: 'CDK grants read and write access as wildcards of related actions, on two named buckets.',
    })),
    ...[staged, `<${logicalId(bucket)}.Arn>/*`].map((resource) => ({
      id: `AwsSolutions-IAM5[Resource::${resource}]`,
      reason: 'It copies every file of the built page, whose names contain a hash of their content.',
    })),
  );
}

function logicalId(bucket: s3.IBucket): string {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof s3.CfnBucket)) throw new TypeError('The bucket must be one of this stack.');
  return Stack.of(bucket).resolve(resource.logicalId);
}

/** The function is CDK's own, created once per stack, so its exception is acknowledged on the stack's child. */
function acknowledgePublisher(scope: Construct): void {
  const handlers = Stack.of(scope).node.children.filter(({ node }) =>
    node.id.startsWith('Custom::CDKBucketDeployment'),
  );
  for (const handler of handlers)
    Validations.of(handler).acknowledge({
      id: 'AwsSolutions-L1',
      reason: 'CDK chooses the runtime of its own copying function and keeps it current.',
    });
}
