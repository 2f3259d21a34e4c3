import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const CdkJson = v.object({ context: v.record(v.string(), v.unknown()) });

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The context every synthesis starts from: feature flags change what CDK makes. */
export const projectContext = v.parse(
  CdkJson,
  JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')),
).context;
