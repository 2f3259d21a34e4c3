import { readFileSync } from 'node:fs';
import { aws_cloudfront as cloudfront, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { contentSecurityPolicy, HTTPS_ONLY_SECONDS, SECURITY_HEADERS } from '../../../site/headers.ts';

/**
 * A CloudFront Function that sees every request before the cache does.
 * @param file under infra/site; exports `handler`
 */
export function onViewerRequest(
  scope: Construct,
  id: string,
  { file, comment }: { file: string; comment: string },
): cloudfront.FunctionAssociation {
  const source = readFileSync(new URL(`../../../site/${file}`, import.meta.url), 'utf8');
  return {
    eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
    function: new cloudfront.Function(scope, id, {
      comment,
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      // CloudFront's runtime has no modules.
      code: cloudfront.FunctionCode.fromInline(source.replace(/^export (?=function handler)/m, '')),
    }),
  };
}

/** CloudFront has properties of their own for these and refuses them among the custom ones. */
const NOT_CUSTOM = ['x-content-type-options', 'referrer-policy', 'x-frame-options'];

/** Security headers of every answer, the API's too; they replace whatever the origin sends. */
export function responseHeaders(
  scope: Construct,
  { name, connectTo }: { name: string; connectTo: readonly string[] },
): cloudfront.ResponseHeadersPolicy {
  const customHeaders: cloudfront.ResponseCustomHeader[] = Object.entries(SECURITY_HEADERS)
    .filter(([header]) => !NOT_CUSTOM.includes(header))
    .map(([header, value]) => ({ header, value, override: true }));
  return new cloudfront.ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName: name,
    customHeadersBehavior: { customHeaders },
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(connectTo), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(HTTPS_ONLY_SECONDS),
        includeSubdomains: false,
        override: true,
      },
    },
  });
}
