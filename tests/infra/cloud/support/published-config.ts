import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { synthesize } from './synthesize.ts';

/** config.json as CDK uploads it, with a value in place of each one CloudFormation puts in. */
export function publishedConfigText({ assembly }: Pick<ReturnType<typeof synthesize>, 'assembly'>): string {
  const asset = readdirSync(assembly.directory)
    .map((name) => join(assembly.directory, name))
    .filter((path) => path.includes('asset.') && !path.endsWith('.zip'))
    .find((path) => readdirSync(path).includes('config.json'));
  const text = readFileSync(join(asset ?? '', 'config.json'), 'utf8');
  return text.replace(/<<marker:0xbaba:\d+>>/g, 'us-east-1_Abc123');
}

export const publishedConfig = (synthesized: Parameters<typeof publishedConfigText>[0]): unknown =>
  JSON.parse(publishedConfigText(synthesized));
