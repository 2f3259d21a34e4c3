import { Duration, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { BehaviorOptions } from 'aws-cdk-lib/aws-cloudfront';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { Settings } from '../../settings/schema.ts';
import type { Door } from '../door.ts';
import type { Identity } from '../identity.ts';
import { acknowledgeDistribution } from './acknowledge-distribution.ts';
import { onViewerRequest } from './edge-function.ts';
import { giveEmptierLog } from './emptier-log.ts';
import { publishSite } from './publish-site.ts';
import { responseHeaders } from './response-headers.ts';
import { siteBucket } from './site-bucket.ts';

interface SiteProps {
  settings: Settings;
  source: ISource;
  searchDoor: Door;
  chatsDoor: Door;
  identity: Identity;
  firewallArn: string | undefined;
}

/** Longest silence of a door before CloudFront gives up; a running search writes every two seconds. */
const READ_TIMEOUT = Duration.seconds(60);

/** The one address people see: the page from a private bucket, and the doors under /api. */
export class Site extends Construct {
  readonly distribution: Distribution;
  /** With scheme, without a path. */
  readonly address: string;

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id);
    const { settings, identity } = props;
    const { region } = Stack.of(this);
    const bucket = siteBucket(this);
    giveEmptierLog(this, settings);
    const connectTo = [`cognito-idp.${region}.amazonaws.com`, identity.oauthDomain].flatMap((host) =>
      host === undefined ? [] : [`https://${host}`],
    );
    const common = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: responseHeaders(this, { connectTo }),
    };
    const bucketOrigin = S3BucketOrigin.withOriginAccessControl(bucket, {
      // Listing makes a missing file a 404; without it S3 says 403.
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    });
    const api = this.#apiBehaviour(common);
    const search = api(props.searchDoor);
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `${Stack.of(this).stackName}: the page and its API`,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...this.#domain(settings),
      ...(props.firewallArn !== undefined && { webAclId: props.firewallArn }),
      defaultBehavior: {
        ...common,
        origin: bucketOrigin,
        cachePolicy: this.#askAnew(),
        functionAssociations: [
          onViewerRequest(this, 'ShowPage', { file: 'show-page.mjs', comment: 'index.html for every page' }),
        ],
      },
      additionalBehaviors: {
        '/assets/*': { ...common, origin: bucketOrigin, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
        '/api/health': search,
        '/api/searches*': search,
        '/api/*': api(props.chatsDoor),
      },
    });
    this.address = `https://${settings.domainName ?? this.distribution.distributionDomainName}`;
    publishSite(this, {
      bucket,
      settings,
      source: props.source,
      config: {
        stage: settings.stage,
        region,
        userPoolId: identity.userPool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        google: settings.googleClientId !== undefined,
        ...(identity.oauthDomain !== undefined && { oauthDomain: identity.oauthDomain }),
        ...(identity.passwordPolicy !== undefined && { passwordPolicy: identity.passwordPolicy }),
      },
    });
    acknowledgeDistribution(this.distribution, settings);
  }

  /** Never cached, never compressed: a compressor would hold small events back. */
  #apiBehaviour(common: Omit<BehaviorOptions, 'origin'>): (door: Door) => BehaviorOptions {
    const nameViewer = onViewerRequest(this, 'NameViewer', {
      file: 'name-viewer.mjs',
      comment: "the caller's address for the doors",
    });
    return (door) => ({
      ...common,
      origin: FunctionUrlOrigin.withOriginAccessControl(door.url, { readTimeout: READ_TIMEOUT }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
      functionAssociations: [nameViewer],
    });
  }

  /** CloudFront keeps what it may and asks the bucket each time, as the objects' own cache-control says. */
  #askAnew(): CachePolicy {
    return new CachePolicy(this, 'AskAnew', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      // Compression needs a policy that could keep something.
      maxTtl: Duration.days(1),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  #domain({ domainName, certificateArn }: Settings) {
    if (domainName === undefined || certificateArn === undefined) return {};
    return {
      domainNames: [domainName],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}
