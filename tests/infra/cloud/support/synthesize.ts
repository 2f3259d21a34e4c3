import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import { addStage } from '#infra/cloud/app.ts';
import type { Artifacts } from '#infra/cloud/artifacts.ts';
import { readSettings } from '#infra/cloud/settings/read-settings.ts';
import { projectContext } from './project.ts';

/** Fixed small files in place of the built ones, so that templates are comparable and nothing needs building. */
function placeholders(): Artifacts {
  const folder = mkdtempSync(join(tmpdir(), 'artifacts-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('function/index.mjs', 'export const handler = () => {};\n');
  write('site/index.html', '<!doctype html>\n');
  const code = Code.fromAsset(join(folder, 'function'));
  return {
    functions: { search: code, chats: code, signUp: code, deployment: code, simulated: code },
    site: Source.asset(join(folder, 'site')),
  };
}

const SCHEMA_CHECK = '@aws-cdk/core:validateAgainstDefaultRules';
/** CDK’s check against CloudFormation’s schemas doubles the time, so only the tests about it enable it. */
export const CHECK_SCHEMAS = { [SCHEMA_CHECK]: true };

type Synthesized = ReturnType<typeof synthesizeAnew>;
const made = new Map<string, Synthesized>();

/** Synthesizes a stage with these settings, given as by `-c` or cdk.json; cached. */
export function synthesize(settings: Readonly<Record<string, unknown>> = {}): Synthesized {
  const key = JSON.stringify(settings);
  const synthesized = made.get(key) ?? synthesizeAnew(settings);
  made.set(key, synthesized);
  return synthesized;
}

function synthesizeAnew(settings: Readonly<Record<string, unknown>>) {
  const app = new App({
    context: { ...projectContext, ...settings },
    builtinCloudFormationValidation: SCHEMA_CHECK in settings,
    outdir: mkdtempSync(join(tmpdir(), 'cdk-')),
  });
  const stack = addStage(app, {
    settings: readSettings(app.node.getAllContext()),
    artifacts: placeholders(),
  });
  const assembly = app.synth();
  return { assembly, stack, template: Template.fromStack(stack) };
}

/** config.json as CDK uploads it, with a value in place of each CloudFormation token. */
export function publishedConfigText({ assembly }: Pick<Synthesized, 'assembly'>): string {
  const asset = readdirSync(assembly.directory)
    .map((name) => join(assembly.directory, name))
    .filter((path) => path.includes('asset.') && !path.endsWith('.zip'))
    .find((path) => readdirSync(path).includes('config.json'));
  const text = readFileSync(join(asset ?? '', 'config.json'), 'utf8');
  return text.replace(/<<marker:0xbaba:\d+>>/g, 'us-east-1_Abc123');
}

export const publishedConfig = (synthesized: Pick<Synthesized, 'assembly'>): unknown =>
  JSON.parse(publishedConfigText(synthesized));
