import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { contradictions } from './contradictions.ts';
import { isOffered, REGION_WANTED } from './regions.ts';
import { DEFAULT_STAGE, type Settings, SettingsSchema } from './schema.ts';

/** Invalid settings; the message names each one and says what to write instead. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Values = Readonly<Record<string, unknown>>;

/** The names of all settings. */
export const SETTINGS = Object.keys(SettingsSchema.entries);
const Values = v.record(v.string(), v.unknown());
const Stages = v.optional(v.record(v.string(), Values), {});

/**
 * The settings of the requested stage. The context's own values override `stages.<stage>`, which overrides the defaults.
 * @param context CDK's context: cdk.json and every `-c name=value`.
 * @param written the context in cdk.json alone.
 * @throws SettingsError naming every invalid setting.
 */
export function readSettings(context: Values, written: Values = {}): Settings {
  const { stages, ...own } = context;
  const { stage = DEFAULT_STAGE } = own;
  const ofStages = v.safeParse(Stages, stages);
  if (!ofStages.success)
    throw toSettingsError(['stages must be an object: {"beta": {"domainName": "beta.example.com", …}}']);
  const ofStage = ofStages.output[String(stage)] ?? {};
  const given: Values = { ...ofStage, ...own, stage };
  const unknown = Object.keys(given)
    .filter((name) => !SETTINGS.includes(name) && !belongsToTools(name))
    .map((name) => `${name} is not a setting: ${suggestSetting(name)}`);
  const result = v.safeParse(SettingsSchema, given);
  const twice = findDuplicates({ own, written, ofStage }).map(
    (name) =>
      `${name} is in cdk.json both outside stages and in stages.${stage}, where it would have no effect: keep it only in stages`,
  );
  if (!result.success) throw toSettingsError([...unknown, ...twice, ...result.issues.map(describe)]);
  const problems = [...unknown, ...twice, ...contradictions(result.output)];
  if (problems.length > 0) throw toSettingsError(problems);
  return result.output;
}

/** Settings of a stage that a top-level value in cdk.json would override, since CDK does not tell that from one on the command line. */
function findDuplicates({ own, written, ofStage }: Record<'own' | 'written' | 'ofStage', Values>): string[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.entries(ofStage).flatMap(([name, value]) =>
    name in written && isSame(own[name], written[name]) && !isSame(own[name], value) ? [name] : [],
  );
}

/** Context of CDK and its command line rather than ours, e.g. feature flags. */
const belongsToTools = (name: string): boolean => /[:/]/.test(name) || name === 'cli-telemetry';

/** What to write instead of an unknown setting: the likely one if it is a misspelling. */
function suggestSetting(name: string): string {
  const known = SETTINGS.map((setting) => ({ setting, edits: editsBetween(name, setting) }));
  const [nearest] = known.sort((one, other) => one.edits - other.edits);
  const isMeant = nearest !== undefined && nearest.edits <= Math.min(MAX_EDITS, name.length / 3);
  return isMeant ? `did you mean ${nearest.setting}?` : `the settings are ${SETTINGS.join(', ')}`;
}

/** With more edits, a name is not a misspelling but a guess, so all settings are listed instead. */
const MAX_EDITS = 3;

/** Levenshtein distance, ignoring case. */
function editsBetween(one: string, other: string): number {
  const letters = [...other.toLowerCase()];
  let before = Array.from({ length: letters.length + 1 }, (_, index) => index);
  for (const letter of one.toLowerCase()) {
    const row = [(before[0] ?? 0) + 1];
    for (const [index, wanted] of letters.entries()) {
      const exchanged = (before[index] ?? 0) + (letter === wanted ? 0 : 1);
      row.push(Math.min(exchanged, (before[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1));
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}

/** Whether real people use the stage's accounts. */
export const isProduction = ({ stage }: Pick<Settings, 'stage'>): boolean =>
  ['prod', 'production'].includes(stage);

/** The context key that `npm run destroy` passes to `cdk`: destroying a stage needs no valid deployment. */
export const TAKING_DOWN = 'expertscope:taking-down';

/**
 * Why settings that do identify a stage must not be deployed; undefined if they may be. A production stage needs a mail sender: without one
 * the pool sends at most 50 codes a day, which a single stranger can use up in minutes.
 */
export function deploymentFault(settings: Settings, context: Values = {}): string | undefined {
  const { stage, region, mailSender, existingUserPool } = settings;
  if (context[TAKING_DOWN] !== undefined) return undefined;
  if (!isOffered(settings))
    return `region ${REGION_WANTED} (it is "${region}", which used to be accepted: existing stages there can still be operated and destroyed)`;
  const hasMailSender = mailSender !== undefined || existingUserPool !== undefined;
  if (!isProduction(settings) || hasMailSender) return undefined;
  return `mailSender must be given for the stage ${stage}: an address on a domain verified in SES, such as no-reply@example.com. Without it, Cognito mails at most 50 codes a day in total. To try things out, deploy another stage: -c stage=try -c retain=false`;
}

const describe = (issue: v.BaseIssue<unknown>): string =>
  `${v.getDotPath(issue) ?? 'the settings'} ${issue.message} (it is ${JSON.stringify(issue.input)})`;

const toSettingsError = (problems: readonly string[]): SettingsError =>
  new SettingsError(`The settings are invalid:\n  ${problems.join('\n  ')}`);

const CDK_JSON = new URL('../../../cdk.json', import.meta.url);
const CdkJson = v.object({ context: v.optional(v.record(v.string(), v.unknown()), {}) });

/**
 * The settings that `cdk` would use with the same `-c name=value` options: cdk.json, overridden by the options.
 * @throws SettingsError as `cdk synth` would
 */
export function settingsWith(pairs: readonly string[] = [], cdkJson = CDK_JSON): Settings {
  return readSettings(contextWith(pairs, cdkJson), readCdkJson(cdkJson));
}

/** CDK's own; a test compares it with a template. */
export const DEFAULT_QUALIFIER = 'hnb659fds';

/** Part of the names of what `cdk bootstrap` created, which whoever ran it may have chosen. */
export function bootstrapQualifier(pairs: readonly string[] = [], cdkJson = CDK_JSON): string {
  const chosen = contextWith(pairs, cdkJson)['@aws-cdk/core:bootstrapQualifier'];
  return typeof chosen === 'string' ? chosen : DEFAULT_QUALIFIER;
}

const contextWith = (pairs: readonly string[], cdkJson: URL): Values => ({
  ...readCdkJson(cdkJson),
  ...Object.fromEntries(pairs.map(toEntry)),
});

/** The context in cdk.json. */
export const readCdkJson = (cdkJson = CDK_JSON): Values =>
  v.parse(CdkJson, JSON.parse(readFileSync(cdkJson, 'utf8'))).context;

function toEntry(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0) throw new SettingsError(`-c ${pair} must be -c name=value, such as -c stage=beta`);
  return [name, value.join('=')];
}
