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
  /** Under infra/site; exports `handler`. Without one, a function that lets everything through. */
  file?: string;
  comment: string;
  /** CIDR networks whose viewers are let in; everybody is when there are none. */
  networks: readonly string[];
}

/** A CloudFront Function that sees every request before the cache does. */
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
      code: cloudfront.FunctionCode.fromInline(admitting(networks, file && scriptOf(file))),
    }),
  };
}

/** A module of infra/site as a script: CloudFront's runtime has no modules. */
const scriptOf = (file: string): string =>
  readFileSync(new URL(`../../../site/${file}`, import.meta.url), 'utf8').replaceAll(/^export /gm, '');

/** The same script behind a check of where the viewer comes from. */
function admitting(
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

/** CloudFront has properties of their own for these and refuses them among the custom ones. */
const NOT_CUSTOM = ['x-content-type-options', 'referrer-policy', 'x-frame-options'];

interface ResponseHeadersProps {
  name: string;
  connectTo: readonly string[];
  /** Whether search engines are kept from what is answered. */
  isUnlisted?: boolean;
}

/** Security headers of every answer, the API's too; they replace whatever the origin sends. */
export function responseHeaders(
  scope: Construct,
  id: string,
  { name, connectTo, isUnlisted = false }: ResponseHeadersProps,
): cloudfront.ResponseHeadersPolicy {
  const customHeaders: cloudfront.ResponseCustomHeader[] = Object.entries(SECURITY_HEADERS)
    .filter(([header]) => !NOT_CUSTOM.includes(header))
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
