import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import type { SiteConfig } from '#shared/site-config.ts';
import { SITE_CONFIG_PATH } from '#shared/site-config.ts';
import { CACHE_CONTROL } from '../../../site/headers.ts';
import type { Settings } from '../../settings/schema.ts';
import { acknowledgePublisher, createPublisher } from './publisher.ts';

interface PublishProps {
  bucket: IBucket;
  source: ISource;
  config: SiteConfig;
  settings: Settings;
}

const ASSETS = 'assets/*';
const CONFIG = SITE_CONFIG_PATH.slice(1);

/**
 * Copies the built page into the bucket in the order that never breaks an open page: assets first and for ever, then the
 * deployment's facts, then the pages that name them.
 */
export function publishSite(scope: Construct, { bucket, source, config, settings }: PublishProps): void {
  const common = { destinationBucket: bucket, ...createPublisher(scope, bucket, settings) };
  const assets = new BucketDeployment(scope, 'Assets', {
    ...common,
    sources: [source],
    exclude: ['*'],
    include: [ASSETS],
    // Pages that are open keep asking for the assets they were built with.
    prune: false,
    cacheControl: [CacheControl.fromString(CACHE_CONTROL.assets)],
  });
  const facts = new BucketDeployment(scope, 'Config', {
    ...common,
    sources: [Source.jsonData(CONFIG, config)],
    prune: false,
    cacheControl: [CacheControl.fromString(CACHE_CONTROL.config)],
  });
  const pages = new BucketDeployment(scope, 'Pages', {
    ...common,
    sources: [source],
    exclude: [ASSETS, CONFIG],
    cacheControl: [CacheControl.fromString(CACHE_CONTROL.pages)],
  });
  pages.node.addDependency(assets, facts);
  acknowledgePublisher(scope);
}
