import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EDGE_REGION, REGIONS } from '#infra/cloud/settings/schema.ts';
import { synthesize } from '#tests/infra/cloud/support/synthesize.ts';
import { type Finding, forRegions, lint } from './support/aws-tools.ts';

const ALLOWED = Object.keys(REGIONS);

/** Findings that stand, each with its reason. */
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

/** What a stage may be besides a plain one. */
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
let written = 0;

/** Writes every stack of a stage to be linted: the edge's for the one region they can be in, the main one for those given. */
function write(settings: Record<string, unknown>, regions: readonly string[]): string[] {
  return synthesize(settings).assembly.stacks.map(({ template, environment }) => {
    written += 1;
    const path = join(folder, `${written}.template.json`);
    const isMain = environment.region === settings['region'];
    writeFileSync(path, forRegions(template, isMain ? regions : [EDGE_REGION]));
    return path;
  });
}

/** The templates of every kind of stage, by what it is called. */
function writeAll(): Map<string, string[]> {
  const stages = new Map(ALLOWED.map((region) => [region, write({ region }, [region])]));
  for (const [name, variant] of Object.entries(VARIANTS))
    stages.set(name, [
      ...write({ region: EDGE_REGION, ...variant(EDGE_REGION) }, [EDGE_REGION]),
      ...write(
        { region: 'eu-west-1', ...variant('eu-west-1') },
        ALLOWED.filter((region) => region !== EDGE_REGION),
      ),
    ]);
  return stages;
}

describe('AWS’s own linter', () => {
  let stages: Map<string, string[]>;
  let findings: Finding[];
  beforeAll(async () => {
    stages = writeAll();
    findings = await lint([...stages.values()].flat());
  });

  it.each([...ALLOWED, ...Object.keys(VARIANTS)])('has nothing to say of a stage: %s', (name) => {
    const templates = stages.get(name) ?? [];
    expect(templates.length).toBeGreaterThan(0);
    expect(
      findings.filter((finding) => templates.includes(finding.template) && !isAccepted(finding)),
    ).toEqual([]);
  });

  it.each(ACCEPTED)('still says what is accepted: $rule at $path', ({ rule, path }) => {
    expect(findings.some((finding) => finding.rule === rule && path.test(finding.path))).toBe(true);
  });

  it('knows SES, which is in no template, in every region that is allowed', async () => {
    const mail = { Resources: { Mail: { Type: 'AWS::SES::EmailIdentity' } } };
    const path = join(folder, 'mail.template.json');
    writeFileSync(path, forRegions(mail, [...new Set([...ALLOWED, 'ap-east-1'])]));
    const messages = (await lint([path])).map(({ message }) => message).join('\n');
    expect(ALLOWED.filter((region) => messages.includes(`'${region}'`))).toEqual([]);
    expect(messages).toMatch(/EmailIdentity.*'ap-east-1'/);
  });

  it('finds a wrong property, and a service that a region has not', async () => {
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
