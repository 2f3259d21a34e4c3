import { readFileSync } from 'node:fs';
import { aws_cloudfront as cloudfront, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { prefixOf } from '../../../site/admit.mjs';
import {
  contentSecurityPolicy,
  HTTPS_ONLY_SECONDS,
  NOT_INDEXED,
  SECURITY_HEADERS,
} from '../../../site/headers.ts';

interface ViewerRequestProps {
  /** A file under infra/site that exports `handler`; when absent, every request passes through. */
  file?: string;
  comment: string;
  /** CIDR networks whose viewers are admitted; when empty, everyone is. */
  networks: readonly string[];
}

/** A CloudFront Function that runs on every request, before the cache. */
export function onViewerRequest(
  scope: Construct,
  id: string,
  { file, comment, networks }: ViewerRequestProps,
): cloudfront.FunctionAssociation {
  return {
    eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
    function: new cloudfront.Function(scope, id, {
      comment,
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(withAddressCheck(networks, file && scriptOf(file))),
    }),
  };
}

/** A module of infra/site as a script, since CloudFront's runtime has no modules. */
const scriptOf = (file: string): string =>
  readFileSync(new URL(`../../../site/${file}`, import.meta.url), 'utf8').replaceAll(/^export /gm, '');

/** The same script, preceded by a check of the viewer's address. */
function withAddressCheck(
  networks: readonly string[],
  script = 'const handler = (event) => event.request;',
): string {
  if (networks.length === 0) return script;
  return [
    scriptOf('admit.mjs'),
    script.replace(/^function handler\(/m, 'function answer(').replace('const handler =', 'const answer ='),
    `const NETWORKS = ${JSON.stringify(networks.map(prefixOf))};`,
    'function handler(event) {',
    '  return refusalOf(event, NETWORKS) || answer(event);',
    '}',
    '',
  ].join('\n');
}

/** CloudFront has dedicated properties for these and rejects them as custom headers. */
const DEDICATED_HEADERS = ['x-content-type-options', 'referrer-policy', 'x-frame-options'];

interface ResponseHeadersProps {
  name: string;
  connectTo: readonly string[];
  /** Whether to keep search engines from indexing the responses. */
  isUnlisted?: boolean;
}

/** Security headers of every response, including the API's; they override the origin's. */
export function responseHeaders(
  scope: Construct,
  id: string,
  { name, connectTo, isUnlisted = false }: ResponseHeadersProps,
): cloudfront.ResponseHeadersPolicy {
  const customHeaders: cloudfront.ResponseCustomHeader[] = Object.entries(SECURITY_HEADERS)
    .filter(([header]) => !DEDICATED_HEADERS.includes(header))
    .map(([header, value]) => ({ header, value, override: true }));
  if (isUnlisted) customHeaders.push({ ...NOT_INDEXED, override: true });
  return new cloudfront.ResponseHeadersPolicy(scope, id, {
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
