import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { configuredProviders, readConfig } from '#functions/config.ts';
import { permissions, permissionsOf, propertiesOf } from '../support/resources.ts';
import { CHECK_SCHEMAS, synthesize } from '../support/synthesize.ts';

const { template } = synthesize({ providers: 'simulated', ...CHECK_SCHEMAS });
const simulated = { Description: 'Stands in for the providers, with invented people' };
const [functionOfSimulated] = propertiesOf(template, 'AWS::Lambda::Function', simulated);
const KEY = 'made-by-aws';
const HOST = 'simulated.lambda-url.us-east-1.on.aws';

/** A property as CloudFormation resolves it, with the generated key and the host of the function’s URL. */
function resolved(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.includes('{{resolve:secretsmanager:')) return KEY;
  const [, pieces] = /^\{"Fn::Join":\["",(.*)\]\}$/.exec(text) ?? [];
  if (pieces === undefined) return typeof value === 'string' ? value : text;
  const parts: unknown[] = JSON.parse(pieces);
  return parts.map((part) => (typeof part === 'string' ? part : HOST)).join('');
}

/** The search function’s environment in such a stage. */
function searchEnvironment(settings: Record<string, unknown> = {}): Record<string, string> {
  const stage = synthesize({ providers: 'simulated', ...settings }).template;
  const [{ Environment }] = propertiesOf(stage, 'AWS::Lambda::Function', {
    Description: 'Runs searches and streams their events',
  });
  return Object.fromEntries(
    Object.entries(Environment.Variables).map(([name, value]) => [name, resolved(value)]),
  );
}

describe('a stage with simulated providers', () => {
  it('has a third function that stands in for them, with concurrency for two searches', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      ...simulated,
      Runtime: 'nodejs24.x',
      ReservedConcurrentExecutions: 50,
    });
    template.hasResourceProperties('AWS::Lambda::Url', {
      AuthType: 'NONE',
      TargetFunctionArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^SimulatedProviders'), 'Arn'] },
    });
  });

  it('still requires signatures for the other functions', () => {
    template.resourcePropertiesCountIs('AWS::Lambda::Url', { AuthType: 'AWS_IAM' }, 2);
    template.resourceCountIs('AWS::Lambda::Url', 3);
  });

  it('reserves no concurrency on a trial stage, whose account may have none to reserve', () => {
    synthesize({ providers: 'simulated', stage: 'try', retain: false }).template.hasResourceProperties(
      'AWS::Lambda::Function',
      { ...simulated, ReservedConcurrentExecutions: Match.absent() },
    );
  });

  it('requires a key that AWS generates and no template contains', () => {
    template.hasResourceProperties('AWS::SecretsManager::Secret', {
      GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true },
      SecretString: Match.absent(),
    });
    expect(resolved(functionOfSimulated.Environment.Variables.SIMULATED_API_KEY)).toBe(KEY);
  });

  it('points the search function at it with that key, in a configuration that the function accepts', () => {
    const config = readConfig(searchEnvironment()).providers;
    expect(config).toMatchObject({
      mode: 'simulated',
      missingKeys: [],
      openai: { apiKey: KEY, baseUrl: `https://${HOST}/openai/v1`, structuredOutput: 'on' },
      search: { provider: 'serpapi', apiKey: KEY, baseUrl: `https://${HOST}/serpapi` },
      profile: { apiKey: KEY, baseUrl: `https://${HOST}/enrichlayer/api/v2` },
    });
    expect(configuredProviders(config)).toEqual({ model: null, search: null, profiles: null });
  });

  it('also stands in for Proxycurl', () => {
    expect(searchEnvironment({ profileProvider: 'proxycurl' })['PROFILE_BASE_URL']).toBe(
      `https://${HOST}/proxycurl/api/v2`,
    );
  });

  it('needs no stored secrets, and no function may read any', () => {
    template.resourceCountIs('AWS::SecretsManager::Secret', 1);
    expect(searchEnvironment()).not.toHaveProperty('PROVIDER_KEYS_SECRET');
    expect(template.findOutputs('ProviderKeysSecret')).toEqual({});
    const actions = permissions(template).flatMap((permission) => permission.actions);
    expect(actions.filter((action) => action.startsWith('secretsmanager:'))).toEqual([]);
  });

  it('has no access to people’s data: the function may only write its log', () => {
    expect(permissionsOf(template, 'SimulatedProviders').flatMap(({ actions }) => actions)).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ]);
    expect(Object.keys(functionOfSimulated.Environment.Variables)).toEqual(['SIMULATED_API_KEY']);
  });
});

describe('a stage with real providers', () => {
  it('has no third function', () => {
    const live = synthesize().template;
    expect(propertiesOf(live, 'AWS::Lambda::Function', simulated)).toEqual([]);
    live.resourceCountIs('AWS::Lambda::Url', 2);
  });
});
