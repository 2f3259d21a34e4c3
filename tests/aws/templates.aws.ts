import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EDGE_REGION, REGIONS } from '#infra/cloud/settings/regions.ts';
import { synthesize } from '#tests/infra/cloud/support/synthesize.ts';
import { type Finding, forRegions, lint } from './support/aws-tools.ts';

const ALLOWED = Object.keys(REGIONS);

/** Accepted findings, each with its reason. */
const ACCEPTED: readonly { rule: string; path: RegExp; reason: string }[] = [
  {
    rule: 'W3005',
    path: /^Resources\/[A-Za-z]+Function[0-9A-F]{8}\/DependsOn/,
    reason:
      'CDK has a function wait for its role along with the policies of the role, which nothing else names.',
  },
  {
    rule: 'W3005',
    path: /^Resources\/Custom(S3AutoDeleteObjects|CDKBucketDeployment)\w*\/DependsOn/,
    reason: 'The same, of functions that CDK brings along.',
  },
];

const isAccepted = (finding: Finding) =>
  ACCEPTED.some(({ rule, path }) => rule === finding.rule && path.test(finding.path));

/** Kinds of stage other than the plain one. */
const VARIANTS = {
  'with a domain, Google and mail': () => ({
    domainName: 'experts.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b2c3d',
    googleClientId: 'a.apps.googleusercontent.com',
    mailSender: 'no-reply@example.com',
    alarmEmail: 'operations@example.com',
    passwords: 'strong',
  }),
  'that leaves nothing behind, without firewalls': () => ({ stage: 'try', retain: false, waf: false }),
  'of one firm, with a provider of its own': (region: string) => ({
    signUp: 'invited',
    anonymous: 'off',
    allowedEmailDomains: 'example.com',
    allowedAddresses: '203.0.113.0/24,2001:db8::/32',
    totp: 'on',
    domainName: 'experts.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b2c3d',
    ssoName: 'Example',
    oidcIssuer: 'https://login.example.com',
    oidcClientId: 'expertscope',
    oidcClientSecretArn: `arn:aws:secretsmanager:${region}:111122223333:secret:oidc-AbCdEf`,
  }),
  'with simulated providers': () => ({ stage: 'try', providers: 'simulated' }),
  'over a table and a user pool that exist': (region: string) => ({
    existingTable: 'kept',
    existingUserPool: `${region}_Kept00001`,
  }),
};

const folder = mkdtempSync(join(tmpdir(), 'templates-'));

interface Linted {
  path: string;
  template: object;
  regions: Set<string>;
}

/** Everything to lint. Templates that differ only in region name and asset digests count as one. */
const linted = new Map<string, Linted>();

/** Adds every stack of a stage: edge stacks for the only region they can be in, the main stack for the given regions. */
function add(settings: { region: string; [name: string]: unknown }, regions: readonly string[]): string[] {
  return synthesize(settings).assembly.stacks.map(({ template, environment }) => {
    const text = JSON.stringify(template).replaceAll(settings.region, 'region');
    const key = text.replace(/[0-9a-f]{64}/g, 'digest');
    const path = join(folder, `${linted.size}.template.json`);
    const one: Linted = linted.get(key) ?? { path, template, regions: new Set() };
    linted.set(key, one);
    const isMain = environment.region === settings.region;
    for (const region of isMain ? regions : [EDGE_REGION]) one.regions.add(region);
    return one.path;
  });
}

/** The templates of every kind of stage, by its name. */
function addAll(): Map<string, string[]> {
  const stages = new Map(ALLOWED.map((region) => [region, add({ region }, [region])]));
  for (const [name, variant] of Object.entries(VARIANTS))
    stages.set(name, [
      ...add({ region: EDGE_REGION, ...variant(EDGE_REGION) }, [EDGE_REGION]),
      ...add(
        { region: 'eu-west-1', ...variant('eu-west-1') },
        ALLOWED.filter((region) => region !== EDGE_REGION),
      ),
    ]);
  return stages;
}

/** Findings so far by template file, because stages share templates. */
const found = new Map<string, Finding[]>();

async function findingsIn(templates: readonly string[]): Promise<Finding[]> {
  const left = templates.filter((path) => !found.has(path));
  const findings = left.length === 0 ? [] : await lint(left);
  for (const path of left)
    found.set(
      path,
      findings.filter(({ template }) => template === path),
    );
  return templates.flatMap((path) => found.get(path) ?? []);
}

describe('AWS’s own linter', () => {
  let stages: Map<string, string[]>;
  beforeAll(() => {
    stages = addAll();
    for (const { path, template, regions } of linted.values())
      writeFileSync(path, forRegions(template, [...regions]));
  });

  // Each test lints only the templates of its own stage, because linting is slow on a busy machine.
  it.each([...ALLOWED, ...Object.keys(VARIANTS)])('finds nothing wrong in a stage: %s', async (name) => {
    const templates = stages.get(name) ?? [];
    expect(templates.length).toBeGreaterThan(0);
    expect((await findingsIn(templates)).filter((finding) => !isAccepted(finding))).toEqual([]);
  });

  it.each(ACCEPTED)('still reports the accepted finding $rule at $path', async ({ rule, path }) => {
    const findings = await findingsIn([...linted.values()].map((one) => one.path));
    expect(findings.some((finding) => finding.rule === rule && path.test(finding.path))).toBe(true);
  });

  it('knows SES, which no template uses, in every allowed region', async () => {
    const mail = { Resources: { Mail: { Type: 'AWS::SES::EmailIdentity' } } };
    const path = join(folder, 'mail.template.json');
    writeFileSync(path, forRegions(mail, [...new Set([...ALLOWED, 'ap-east-1'])]));
    const messages = (await lint([path])).map(({ message }) => message).join('\n');
    expect(ALLOWED.filter((region) => messages.includes(`'${region}'`))).toEqual([]);
    expect(messages).toMatch(/EmailIdentity.*'ap-east-1'/);
  });

  it('detects an unknown property and a service that a region lacks', async () => {
    const wrong = {
      Resources: {
        Table: { Type: 'AWS::DynamoDB::Table', Properties: { KeySchemas: [] } },
        Service: { Type: 'AWS::AppRunner::AutoScalingConfiguration' },
      },
    };
    const path = join(folder, 'wrong.template.json');
    writeFileSync(path, forRegions(wrong, ['us-east-1', 'af-south-1']));
    const messages = (await lint([path])).map(({ message }) => message).join('\n');
    expect(messages).toContain('KeySchemas');
    expect(messages).toMatch(/AppRunner.*af-south-1/);
    expect(messages).not.toMatch(/AppRunner.*us-east-1/);
  });
});
