import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TAKEN_OF_CLOUDFRONT } from '#infra/cloud/scripts/doctor/quotas.ts';
import { contentSecurityPolicy, SECURITY_HEADERS } from '#infra/site/headers.ts';
import { propertiesOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize();
const [{ DistributionConfig: config }] = propertiesOf(template, 'AWS::CloudFront::Distribution');
const COGNITO = 'https://cognito-idp.us-east-1.amazonaws.com';

/** CloudFront’s managed policies, by their documented ids. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const behaviour = (pathPattern: string) =>
  config.CacheBehaviors.find((one: { PathPattern: string }) => one.PathPattern === pathPattern);

describe('the site’s bucket', () => {
  it('is private in every way S3 offers, because only CloudFront may read it', () => {
    template.allResourcesProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
  });

  it('can be read only by this distribution', () => {
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { Service: 'cloudfront.amazonaws.com' },
            Condition: { StringEquals: { 'AWS:SourceArn': Match.anyValue() } },
          }),
        ]),
      },
    });
  });

  it('refuses requests without TLS', () => {
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });
});

describe('a stage’s CloudFront resources', () => {
  it('are exactly as many as the doctor checks against the account’s quotas', () => {
    for (const { type, takes } of TAKEN_OF_CLOUDFRONT) template.resourceCountIs(type, takes);
    template.resourceCountIs('AWS::CloudFront::OriginRequestPolicy', 0);
  });
});

describe('every origin', () => {
  it('is signed by this distribution, so that nobody can bypass it', () => {
    expect(config.Origins).toHaveLength(3);
    for (const origin of config.Origins) expect(origin.OriginAccessControlId).toBeDefined();
    const kinds = propertiesOf(template, 'AWS::CloudFront::OriginAccessControl').map(
      ({ OriginAccessControlConfig }) => OriginAccessControlConfig,
    );
    expect(kinds.map((kind) => kind.OriginAccessControlOriginType).toSorted()).toEqual(['lambda', 's3']);
    for (const kind of kinds)
      expect(kind).toMatchObject({ SigningBehavior: 'always', SigningProtocol: 'sigv4' });
  });
});

describe('the API', () => {
  it('is never cached, and forwards everything but the host, which a function URL rejects', () => {
    for (const path of ['/api/health', '/api/searches*', '/api/*'])
      expect(behaviour(path)).toMatchObject({
        CachePolicyId: CACHING_DISABLED,
        OriginRequestPolicyId: ALL_BUT_HOST,
        AllowedMethods: expect.arrayContaining(['POST', 'PATCH', 'DELETE']),
      });
  });

  it('is never compressed, because a compressor delays small events', () => {
    for (const path of ['/api/health', '/api/searches*', '/api/*'])
      expect(behaviour(path).Compress).toBe(false);
  });

  it('routes searches, accounts and health to the search function, and the rest to the chats function', () => {
    expect(config.CacheBehaviors.map((one: { PathPattern: string }) => one.PathPattern)).toEqual([
      '/assets/*',
      '/shared/*',
      '/api/health',
      '/api/searches*',
      '/api/account*',
      '/api/*',
    ]);
    const originOf = (path: string) =>
      config.Origins.find((origin: { Id: string }) => origin.Id === behaviour(path).TargetOriginId);
    expect(JSON.stringify(originOf('/api/searches*'))).toContain('SearchFunction');
    expect(JSON.stringify(originOf('/api/health'))).toContain('SearchFunction');
    expect(JSON.stringify(originOf('/api/*'))).toContain('ChatsFunction');
  });

  it('waits a minute between packets, while a running search sends one every two seconds', () => {
    for (const origin of config.Origins.slice(1))
      expect(origin.CustomOriginConfig.OriginReadTimeout).toBe(60);
  });

  it('keeps its own errors: CloudFront’s error pages do not replace them', () => {
    for (const response of config.CustomErrorResponses) {
      expect(response).not.toHaveProperty('ResponsePagePath');
      expect(response).not.toHaveProperty('ResponseCode');
    }
  });

  it('has no cached errors, which CloudFront would otherwise keep for ten seconds', () => {
    expect(config.CustomErrorResponses).toEqual(
      [404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });
});

describe('security headers', () => {
  const [{ ResponseHeadersPolicyConfig: headers }] = propertiesOf(
    template,
    'AWS::CloudFront::ResponseHeadersPolicy',
  );

  it('are set on every response', () => {
    const shared = behaviour('/shared/*');
    for (const one of [config.DefaultCacheBehavior, ...config.CacheBehaviors].filter((one) => one !== shared))
      expect(one.ResponseHeadersPolicyId).toEqual({ Ref: expect.stringMatching(/^SiteHeaders/) });
    expect(shared.ResponseHeadersPolicyId).toEqual({ Ref: expect.stringMatching(/^SiteSharedHeaders/) });
  });

  it('are the same on shares, plus one that keeps search engines away', () => {
    const [, { ResponseHeadersPolicyConfig: shared }] = propertiesOf(
      template,
      'AWS::CloudFront::ResponseHeadersPolicy',
    );
    expect(shared.SecurityHeadersConfig).toEqual(headers.SecurityHeadersConfig);
    expect(shared.CustomHeadersConfig.Items).toEqual([
      ...headers.CustomHeadersConfig.Items,
      { Header: 'x-robots-tag', Value: 'noindex', Override: true },
    ]);
  });

  it('include the strict content security policy, open only to this region’s Cognito', () => {
    expect(headers.SecurityHeadersConfig.ContentSecurityPolicy).toEqual({
      ContentSecurityPolicy: contentSecurityPolicy([COGNITO]),
      Override: true,
    });
    expect(contentSecurityPolicy()).not.toMatch(/unsafe|\*(?!\.googleusercontent)/);
  });

  it('match those of the local stack, and require HTTPS for two years', () => {
    const { SecurityHeadersConfig, CustomHeadersConfig } = headers;
    const custom = CustomHeadersConfig.Items.map((item: { Header: string; Value: string }) => [
      item.Header,
      item.Value,
    ]);
    expect({
      ...Object.fromEntries(custom),
      'x-content-type-options': SecurityHeadersConfig.ContentTypeOptions.Override ? 'nosniff' : '',
      'x-frame-options': SecurityHeadersConfig.FrameOptions.FrameOption,
      'referrer-policy': SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
    }).toEqual(SECURITY_HEADERS);
    expect(SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec).toBe(63_072_000);
  });
});

describe('publishing', () => {
  const copies = Object.entries(template.findResources('Custom::CDKBucketDeployment'));
  const copy = (name: string) => copies.find(([id]) => id.startsWith(`Site${name}`))?.[1];

  it('caches assets forever and keeps old ones in the bucket, because open pages still request them', () => {
    expect(copy('Assets')?.['Properties']).toMatchObject({
      Include: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(behaviour('/assets/*').CachePolicyId).toBe(CACHING_OPTIMIZED);
  });

  it('never lets config.json be cached', () => {
    expect(copy('Config')?.['Properties']).toMatchObject({ SystemMetadata: { 'cache-control': 'no-store' } });
  });

  it('makes browsers revalidate pages, and uploads them after the assets they refer to', () => {
    const pages = copy('Pages');
    expect(pages?.['Properties']).toMatchObject({
      Exclude: ['assets/*', 'config.json'],
      Prune: true,
      SystemMetadata: { 'cache-control': 'no-cache' },
    });
    expect(pages?.['DependsOn']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^SiteAssetsCustom/),
        expect.stringMatching(/^SiteConfigCustom/),
      ]),
    );
  });

  it('publishes the configuration and the pages after the functions, which reject what only a newer page sends', () => {
    for (const name of ['Config', 'Pages'])
      expect(copy(name)?.['DependsOn']).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^SearchFunction[0-9A-F]{8}$/),
          expect.stringMatching(/^ChatsFunction[0-9A-F]{8}$/),
        ]),
      );
  });

  it('makes CloudFront cache no longer than the objects allow', () => {
    template.hasResourceProperties('AWS::CloudFront::CachePolicy', {
      CachePolicyConfig: { MinTTL: 0, DefaultTTL: 0 },
    });
  });
});

describe('a custom domain', () => {
  it('is served with its certificate and TLS 1.2 or newer', () => {
    const own = synthesize({
      domainName: 'experts.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a',
    }).template;
    own.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['experts.example.com'],
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
      },
    });
    own.hasOutput('SiteAddress', { Value: 'https://experts.example.com' });
  });
});
