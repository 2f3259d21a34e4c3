import { readFileSync } from 'node:fs';
import type { FunctionAssociation } from 'aws-cdk-lib/aws-cloudfront';
import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

interface EdgeFunctionProps {
  /** File under infra/site that exports `handler`. */
  file: string;
  comment: string;
}

/** A CloudFront Function that sees every request before the cache does. */
export function onViewerRequest(
  scope: Construct,
  id: string,
  { file, comment }: EdgeFunctionProps,
): FunctionAssociation {
  const source = readFileSync(new URL(`../../../site/${file}`, import.meta.url), 'utf8');
  return {
    eventType: FunctionEventType.VIEWER_REQUEST,
    function: new CloudFrontFunction(scope, id, {
      comment,
      runtime: FunctionRuntime.JS_2_0,
      // CloudFront's runtime has no modules.
      code: FunctionCode.fromInline(source.replace(/^export (?=function handler)/m, '')),
    }),
  };
}
