import { Duration } from 'aws-cdk-lib';
import type { ResponseCustomHeader } from 'aws-cdk-lib/aws-cloudfront';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { contentSecurityPolicy, HTTPS_ONLY_SECONDS, SECURITY_HEADERS } from '../../../site/headers.ts';

/** CloudFront has a place of its own for these and refuses them among the custom ones. */
const OWN_PLACE = ['x-content-type-options', 'referrer-policy', 'x-frame-options'];

/** Security headers of every answer, the API's too; they replace whatever the origin sends. */
export function responseHeaders(
  scope: Construct,
  { connectTo }: { connectTo: readonly string[] },
): ResponseHeadersPolicy {
  const customHeaders: ResponseCustomHeader[] = Object.entries(SECURITY_HEADERS)
    .filter(([header]) => !OWN_PLACE.includes(header))
    .map(([header, value]) => ({ header, value, override: true }));
  return new ResponseHeadersPolicy(scope, 'Headers', {
    customHeadersBehavior: { customHeaders },
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(connectTo), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
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
