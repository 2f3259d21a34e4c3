import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import type * as s3deploy from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { SHARED_PATH } from '#shared/product.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { accountPrefix } from '../../settings/names.ts';
import type { Settings } from '../../settings/schema.ts';
import type { ApiFunction } from '../functions.ts';
import type { Identity } from '../identity.ts';
import { onViewerRequest, responseHeaders } from './edge.ts';
import { publishSite, siteBucket } from './publish.ts';

interface SiteProps {
  settings: Settings;
  source: s3deploy.ISource;
  searchFunction: ApiFunction;
  chatsFunction: ApiFunction;
  identity: Identity;
  firewallArn: string | undefined;
}

/** How long CloudFront waits for data from a function; a running search writes every two seconds. */
const READ_TIMEOUT = Duration.seconds(60);

/**
 * By default CloudFront caches these errors for ten seconds, for everyone and despite the response's headers. A 404 may concern one
 * person only (somebody else's chat) or be true for a moment only. No error page is set, so the response itself is unchanged.
 * <https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html>
 */
const UNCACHED_ERRORS: cloudfront.ErrorResponse[] = [404, 405, 414, 500, 501, 502, 503, 504].map(
  (httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) }),
);

const PRICE_CLASSES: Readonly<Record<Settings['priceClass'], cloudfront.PriceClass>> = {
  '100': cloudfront.PriceClass.PRICE_CLASS_100,
  '200': cloudfront.PriceClass.PRICE_CLASS_200,
  all: cloudfront.PriceClass.PRICE_CLASS_ALL,
};

/** The public address: the page from a private bucket, and the functions under /api. */
export class Site extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** With the scheme, without a path. */
  readonly address: string;

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id);
    const { settings, identity } = props;
    const { region } = Stack.of(this);
    const bucket = siteBucket(this, settings);
    const connectTo = [`cognito-idp.${region}.amazonaws.com`, identity.oauthDomain].flatMap((host) =>
      host === undefined ? [] : [`https://${host}`],
    );
    const name = accountPrefix(settings);
    const common = {
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: responseHeaders(this, 'Headers', { name, connectTo }),
    };
    const bucketOrigin = origins.S3BucketOrigin.withOriginAccessControl(bucket, {
      originAccessControl: new cloudfront.S3OriginAccessControl(this, 'PageAccess', {
        originAccessControlName: `${name}-page`,
      }),
      // With permission to list, S3 answers 404 for a missing file; without it, 403.
      originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
    });
    const networks = settings.allowedAddresses;
    const api = this.#apiBehaviour(common, { name, networks });
    const search = api(props.searchFunction);
    const pages: cloudfront.BehaviorOptions = {
      ...common,
      origin: bucketOrigin,
      cachePolicy: this.#revalidate(),
      functionAssociations: [
        onViewerRequest(this, 'ShowPage', {
          file: 'show-page.mjs',
          comment: 'index.html for every page',
          networks,
        }),
      ],
    };
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `${Stack.of(this).stackName}: the page and its API`,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: PRICE_CLASSES[settings.priceClass],
      errorResponses: UNCACHED_ERRORS,
      ...this.#domain(settings),
      ...(props.firewallArn !== undefined && { webAclId: props.firewallArn }),
      defaultBehavior: pages,
      additionalBehaviors: {
        '/assets/*': {
          ...common,
          origin: bucketOrigin,
          cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
          ...(networks.length > 0 && {
            functionAssociations: [
              onViewerRequest(this, 'Admit', { comment: 'only the allowed networks', networks }),
            ],
          }),
        },
        [`${SHARED_PATH}*`]: {
          ...pages,
          responseHeadersPolicy: responseHeaders(this, 'SharedHeaders', {
            ...{ name: `${name}-shared`, connectTo, isUnlisted: true },
          }),
        },
        '/api/health': search,
        '/api/searches*': search,
        '/api/account*': search,
        '/api/*': api(props.chatsFunction),
      },
    });
    this.address = `https://${settings.domainName ?? this.distribution.distributionDomainName}`;
    publishSite(this, {
      bucket,
      settings,
      source: props.source,
      functions: [props.searchFunction.lambda, props.chatsFunction.lambda],
      config: {
        stage: settings.stage,
        region,
        userPoolId: identity.userPool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        google: settings.googleClientId !== undefined,
        ...accessFacts(settings),
        ...(identity.oauthDomain !== undefined && { oauthDomain: identity.oauthDomain }),
        ...(identity.passwordPolicy !== undefined && { passwordPolicy: identity.passwordPolicy }),
      },
    });
    acknowledgeDistribution(this.distribution, settings);
  }

  /** Neither cached nor compressed: compression would buffer small events. */
  #apiBehaviour(
    common: Omit<cloudfront.BehaviorOptions, 'origin'>,
    { name, networks }: { name: string; networks: readonly string[] },
  ): (target: ApiFunction) => cloudfront.BehaviorOptions {
    const nameViewer = onViewerRequest(this, 'NameViewer', {
      file: 'name-viewer.mjs',
      comment: "the caller's address for the functions",
      networks,
    });
    const originAccessControl = new cloudfront.FunctionUrlOriginAccessControl(this, 'FunctionAccess', {
      originAccessControlName: `${name}-functions`,
    });
    return (target) => ({
      ...common,
      origin: origins.FunctionUrlOrigin.withOriginAccessControl(target.url, {
        originAccessControl,
        readTimeout: READ_TIMEOUT,
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
      functionAssociations: [nameViewer],
    });
  }

  /** CloudFront caches only as long as the objects' own cache-control says, which for pages is not at all. */
  #revalidate(): cloudfront.CachePolicy {
    return new cloudfront.CachePolicy(this, 'AskAnew', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      // CloudFront compresses only under a policy that allows caching.
      maxTtl: Duration.days(1),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  #domain({ domainName, certificateArn }: Settings) {
    if (domainName === undefined || certificateArn === undefined) return {};
    return {
      domainNames: [domainName],
      certificate: acm.Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}

/** The restrictions on who may use the deployment, for the page; empty if everyone may. */
function accessFacts(settings: Settings): Partial<SiteConfig> {
  const { ssoName, signUp, allowedEmailDomains, anonymous, totp } = settings;
  return {
    ...(ssoName !== undefined && { organisation: ssoName }),
    ...(signUp !== 'open' && { signUp }),
    ...(allowedEmailDomains.length > 0 && { emailDomains: allowedEmailDomains }),
    ...(anonymous === 'off' && { anonymous: false }),
    ...(totp === 'on' && { totp: true }),
  };
}

function acknowledgeDistribution(distribution: cloudfront.Distribution, settings: Settings): void {
  const validations = Validations.of(distribution);
  validations.acknowledge(
    {
      id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason:
        'Only a request for the root could list files, and that returns index.html, through defaultRootObject and show-page.mjs.',
    },
    { id: 'AwsSolutions-CFR1', reason: 'It is for recruiters and researchers everywhere.' },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        "Access logs contain visitors' addresses; metrics and the firewall's samples answer the same questions.",
    },
  );
  if (settings.domainName === undefined)
    validations.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason:
        "cloudfront.net's own certificate determines the protocol versions; a custom domain gets TLS 1.2 or later.",
    });
  if (!settings.siteFirewall)
    validations.acknowledge({
      id: 'AwsSolutions-CFR2',
      reason: 'Switched off by the setting siteFirewall=false; the quotas per address and day still apply.',
    });
}
