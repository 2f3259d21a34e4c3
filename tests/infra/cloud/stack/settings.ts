import * as logs from 'aws-cdk-lib/aws-logs';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import { describe, expect, it } from 'vitest';
import { deploymentFault, readSettings, SettingsError } from '#infra/cloud/settings/read-settings.ts';
import { isOffered } from '#infra/cloud/settings/regions.ts';
import { RETENTIONS } from '#infra/cloud/settings/schema.ts';
import { projectContext } from '../support/project.ts';
import { CHECK_SCHEMAS, synthesize } from '../support/synthesize.ts';

const SSO = { ssoName: 'Example Corp', siteAddress: 'https://d111111abcdef8.cloudfront.net' };

/** This many domains of this length each. */
const domains = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, index) => `${index}.example`.padStart(length, 'a'));

const complaint = (context: Record<string, unknown>): string => {
  try {
    readSettings(context);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
};

describe('a deployment’s settings', () => {
  it('are all optional, with defaults that are safe to deploy', () => {
    expect(readSettings({})).toMatchObject({
      stage: 'prod',
      region: 'us-east-1',
      siteFirewall: true,
      accountsFirewall: true,
      retain: true,
      reservedConcurrentChats: 50,
      logRetentionDays: 30,
      passwords: 'specified',
      monthlyBudget: 50,
      searchDeadlineSeconds: 90,
      allSearchesPerDay: 1_000,
    });
  });

  it('accept every retention period that CloudWatch offers', () => {
    const days = Object.values(logs.RetentionDays).filter((each) => typeof each === 'number');
    expect(RETENTIONS).toEqual(
      days.filter((each) => each < logs.RetentionDays.INFINITE).toSorted((a, b) => a - b),
    );
  });

  it('accept strings from the command line as well as the types cdk.json can hold', () => {
    const given = { waf: 'false', logRetentionDays: '90', monthlyBudget: '20', priceClass: '100' };
    expect(readSettings(given)).toEqual(
      readSettings({ waf: false, logRetentionDays: 90, monthlyBudget: 20, priceClass: 100 }),
    );
  });

  it('accept comma-separated lists as well as arrays, and single addresses as networks of one', () => {
    const given = {
      allowedEmailDomains: 'Example.com, example.org',
      allowedAddresses: '203.0.113.7,2001:db8::/32',
    };
    expect(readSettings(given)).toMatchObject({
      allowedEmailDomains: ['example.com', 'example.org'],
      allowedAddresses: ['203.0.113.7/32', '2001:db8::/32'],
    });
    expect(readSettings({ allowedEmailDomains: ['example.com', 'example.org'] }).allowedEmailDomains).toEqual(
      readSettings(given).allowedEmailDomains,
    );
  });

  it('allow any address or domain only if the list is left out or explicitly empty in cdk.json', () => {
    const anybody = { allowedEmailDomains: [], allowedAddresses: [] };
    expect(readSettings({})).toMatchObject(anybody);
    expect(readSettings(anybody)).toMatchObject(anybody);
  });

  it('ignore CDK’s feature flags', () => {
    expect(complaint(projectContext)).toBe('');
  });

  it.each([
    [{ stage: 'Prod!' }, 'stage must be 1 to 20 characters of a-z, 0-9 and -'],
    [{ stage: 1 }, 'stage must be 1 to 20 characters of a-z, 0-9 and -'],
    [{ stage: 'my-aws' }, 'stage must not contain aws, amazon or cognito'],
    [{ stage: 'amazonas' }, 'stage must not contain aws, amazon or cognito'],
    [{ stage: 'prod-edge-alarms' }, 'stage must not end in -edge or -edge-alarms'],
    [
      { stage: 'prod-edge' },
      "stage must not end in -edge or -edge-alarms, which would name another stage's stacks",
    ],
    [{ region: 'Frankfurt' }, 'region must be a region that has everything the stack needs: af-south-1'],
    [{ region: 'us-eest-1' }, 'region must be a region that has everything'],
    [{ region: 'cn-north-1' }, 'region must be a region that has everything'],
    [{ region: 'us-gov-west-1' }, 'region must be a region that has everything'],
    [{ priceClass: 'cheap' }, 'priceClass must be one of 100, 200, all'],
    [{ siteFirewall: 'off' }, 'siteFirewall must be true or false'],
    [{ reservedConcurrentChats: -1 }, 'reservedConcurrentChats must be a whole number from 0'],
    [
      { region: 'eu-west-1', existingUserPool: 'us-east-1_abc' },
      "existingUserPool must be a user pool in the stage's region, so its id begins with eu-west-1_ (it is",
    ],
    [{ existingUserPool: 'abc' }, 'existingUserPool must be the id of a user pool in the same region'],
    [
      { existingUserPool: 'us-east-1_abc', mailSender: 'no-reply@example.com' },
      'mailSender must be left out when existingUserPool is given',
    ],
    [{ domainName: 'https://x.example.com' }, 'domainName must be a bare domain such as experts.example.com'],
    [
      {
        domainName: 'x.example.com',
        certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/a',
      },
      'certificateArn must be the ARN of an ACM certificate in us-east-1',
    ],
    [{ domainName: 'x.example.com' }, 'domainName needs certificateArn'],
    [
      { certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a' },
      'certificateArn needs domainName',
    ],
    [{ googleClientId: 'abc' }, 'googleClientId must be a Google OAuth client id'],
    [{ googleClientId: 'a.apps.googleusercontent.com' }, 'googleClientId needs domainName, or siteAddress'],
    [
      { signUp: 'closed', siteAddress: 'https://d1.cloudfront.net' },
      'siteAddress must be left out with signUp=closed or existingUserPool',
    ],
    [
      { signUp: 'invited', siteAddress: 'https://d1.cloudfront.net', existingUserPool: 'us-east-1_abc' },
      'siteAddress must be left out with signUp=closed or existingUserPool',
    ],
    [{ siteAddress: 'https://d1.cloudfront.net/login' }, 'siteAddress must be the address printed'],
    [{ signUp: 'some' }, 'signUp must be one of open, invited, closed'],
    [{ anonymous: 'no' }, 'anonymous must be one of on, off'],
    [{ totp: 'yes' }, 'totp must be one of on, off'],
    [{ allowedEmailDomains: '@example.com' }, 'must contain bare domains such as example.com'],
    [{ allowedEmailDomains: 'example.com,*.example.org' }, 'must contain bare domains'],
    [
      { allowedEmailDomains: '' },
      'allowedEmailDomains must name at least one; to allow any, write [] in cdk.json (it is "")',
    ],
    [{ allowedAddresses: ' , ' }, 'allowedAddresses must name at least one; to allow any, write [] in'],
    [
      { allowedAddresses: '', stages: { prod: { allowedAddresses: '203.0.113.0/24' } } },
      'allowedAddresses must name at least one',
    ],
    [{ allowedEmailDomains: 7 }, 'allowedEmailDomains must be a comma-separated list'],
    [
      { allowedEmailDomains: domains(75, 55) },
      'allowedEmailDomains must have at most 4000 characters: Lambda allows no more',
    ],
    [{ allowedAddresses: '203.0.113.0/33' }, 'must contain addresses or networks such as 203.0.113.7'],
    [{ allowedAddresses: ['2001:db8::/0'] }, 'must contain addresses or networks'],
    [{ allowedAddresses: 'office.example.com' }, 'must contain addresses or networks'],
    [{ allowedAddresses: '::ffff:203.0.113.7' }, 'must contain addresses or networks'],
    [{ allowedAddresses: 'fe80::1%eth0' }, 'must contain addresses or networks'],
    [
      { allowedAddresses: '203.0.113.7/24' },
      'allowedAddresses must name a network by its first address: 203.0.113.7/24',
    ],
    [
      { allowedAddresses: Array.from({ length: 41 }, (_, index) => `203.0.113.${index}`) },
      'allowedAddresses must have at most 40 entries',
    ],
    [{ ssoName: 'Example Corp' }, 'ssoName needs samlMetadata or oidcIssuer'],
    [{ ssoName: 'Example Corp' }, 'ssoName needs domainName, or siteAddress'],
    [{ samlMetadata: 'https://id.example.com/metadata' }, 'samlMetadata needs ssoName'],
    [{ ...SSO, samlMetadata: 'metadata' }, 'samlMetadata must be the https address of the provider'],
    [{ ...SSO, samlMetadata: 'gone.xml' }, 'samlMetadata must be an existing file'],
    [{ ...SSO, oidcIssuer: 'https://id.example.com/' }, 'oidcIssuer must be the https address of the issuer'],
    [
      { ...SSO, oidcIssuer: 'https://id.example.com' },
      'oidcIssuer needs oidcClientId and oidcClientSecretArn',
    ],
    [{ oidcClientId: 'expertscope' }, 'oidcClientId and oidcClientSecretArn need oidcIssuer'],
    [{ oidcClientSecretArn: 'secret' }, 'oidcClientSecretArn must be the ARN of a secret'],
    [
      { ...SSO, oidcIssuer: 'https://id.example.com', samlMetadata: 'https://id.example.com/metadata' },
      'samlMetadata and oidcIssuer cannot be combined',
    ],
    [
      { oidcClientSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:sso-AbCdEf' },
      "oidcClientSecretArn must be a secret in the stage's region us-east-1",
    ],
    [{ ssoEmailAttribute: 'mail' }, 'ssoEmailAttribute needs ssoName'],
    [{ ssoIdAttribute: 'nameId' }, 'ssoIdAttribute needs ssoName'],
    [
      { ...SSO, oidcIssuer: 'https://id.example.com', ssoIdAttribute: 'nameId' },
      'ssoIdAttribute must be left out with oidcIssuer',
    ],
    [{ mailSender: 'Expertscope' }, 'mailSender must be an email address such as no-reply@example.com'],
    [{ alarmEmail: 'me' }, 'alarmEmail must be an email address'],
    [
      { providers: 'simulated', openaiBaseUrl: 'https://models.example.com/v1' },
      'openaiBaseUrl must be left out when providers is simulated: no real provider is called',
    ],
    [
      { providers: 'simulated', searchProvider: 'serper' },
      'searchProvider must be left out when providers is',
    ],
    [{ providers: 'replay' }, 'providers must be one of live, simulated'],
    [{ passwords: 'weak' }, 'passwords must be one of specified, strong'],
    [{ waf: 'maybe' }, 'waf must be true or false'],
    [{ logRetentionDays: 31 }, 'logRetentionDays must be a number of days CloudWatch offers: 1, 3, 5'],
    [{ monthlyBudget: 'ten' }, 'monthlyBudget must be a whole number from 1 to 1000000'],
    [{ searchDeadlineSeconds: 900 }, 'searchDeadlineSeconds must be a whole number from 5 to 840'],
    [{ anonymousSearchesPerDay: -1 }, 'anonymousSearchesPerDay must be a whole number from 0'],
    [{ openaiBaseUrl: 'http://models' }, 'openaiBaseUrl must be an https address'],
    [{ profileProvider: 'pdl' }, 'profileProvider must be one of enrichlayer, proxycurl'],
    [{ domain: 'x.example.com' }, 'domain is not a setting: the settings are stage, region'],
    [{ stages: 'beta' }, 'stages must be an object'],
  ])('explain what to write instead of %j', (context, sentence) => {
    expect(complaint(context)).toContain(sentence);
  });

  it.each([
    ['stag', 'stage'],
    ['Stage', 'stage'],
    ['mailsender', 'mailSender'],
    ['totpp', 'totp'],
    ['domainNmae', 'domainName'],
    ['signedInSearchPerDay', 'signedInSearchesPerDay'],
  ])('suggest the one intended setting for the misspelt name %s', (name, meant) => {
    expect(complaint({ [name]: 'x' })).toBe(
      `The settings are invalid:\n  ${name} is not a setting: did you mean ${meant}?`,
    );
  });

  it.each(['eu-central-1', 'ap-southeast-2', 'af-south-1'])('accept the region %s', (region) => {
    expect(readSettings({ region, existingUserPool: `${region}_abc` })).toMatchObject({ region });
  });

  const former = RegionInfo.regions
    .filter(({ name, partition }) => partition === 'aws' && !isOffered({ region: name }))
    .map(({ name }) => name);

  it('reject deployments to all other public regions, but still accept them for stages that are there', () => {
    expect(former).toEqual(expect.arrayContaining(['ap-east-1', 'ca-west-1', 'me-south-1']));
    for (const region of former) {
      const settings = readSettings({ stage: 'beta', region });
      expect(deploymentFault(settings)).toMatch(
        /^region must be a region that has everything the stack needs: af-south-1.*which used to be accepted/,
      );
      expect(deploymentFault(settings, { 'expertscope:taking-down': 'true' })).toBeUndefined();
    }
  });

  it.each([
    ['SES', 'ap-east-1'],
    ['SES', 'eu-south-2'],
    ['function URLs', 'ca-west-1'],
  ])('take down stages in a region without %s: %s', (_, region) => {
    const asDestroyed = { ...CHECK_SCHEMAS, region, 'expertscope:taking-down': 'true' };
    expect(synthesize(asDestroyed).assembly.stacks.map(({ environment }) => environment.region)).toContain(
      region,
    );
  });

  it.each([
    ['eu-west-1', '100'],
    ['af-south-1', '200'],
    ['sa-east-1', 'all'],
    ['ap-southeast-2', 'all'],
  ])('choose a CloudFront price class that covers %s: %s', (region, priceClass) => {
    expect(readSettings({ region }).priceClass).toBe(priceClass);
    expect(readSettings({ region, priceClass: '100' }).priceClass).toBe('100');
  });

  it('switch each firewall separately, or both by their old name', () => {
    const of = (given: object) => {
      const { siteFirewall, accountsFirewall } = readSettings({ ...given });
      return [siteFirewall, accountsFirewall];
    };
    expect(of({ waf: 'false' })).toEqual([false, false]);
    expect(of({ siteFirewall: 'false' })).toEqual([false, true]);
    expect(of({ waf: false, accountsFirewall: true })).toEqual([false, true]);
  });

  it('reserve no concurrency for a trial stage, because new accounts have none to reserve', () => {
    expect(readSettings({ retain: false }).reservedConcurrentChats).toBe(0);
    expect(readSettings({ retain: false, reservedConcurrentChats: 5 }).reservedConcurrentChats).toBe(5);
  });

  it('require a mail sender for production stages only', () => {
    const needs = (given: object) => deploymentFault(readSettings({ ...given }));
    expect(needs({})).toContain('mailSender must be given for the stage prod: ');
    expect(needs({ stage: 'production' })).toContain('mailSender must be given');
    expect(needs({ mailSender: 'no-reply@example.com' })).toBeUndefined();
    expect(needs({ existingUserPool: 'us-east-1_Kept00001' })).toBeUndefined();
    expect(needs({ stage: 'beta' })).toBeUndefined();
    const asDestroyed = { 'expertscope:taking-down': 'true' };
    expect(deploymentFault(readSettings(asDestroyed), asDestroyed)).toBeUndefined();
  });

  it('report everything that is invalid at once', () => {
    const message = complaint({ stage: 'B', waf: 'x', colour: 'red' });
    expect(message.split('\n')).toHaveLength(4);
  });

  it('show the invalid value', () => {
    expect(complaint({ waf: 'perhaps' })).toContain('(it is "perhaps")');
  });

  describe('of several stages', () => {
    const stages = { beta: { waf: false, allSearchesPerDay: 50 }, prod: { monthlyBudget: 300 } };

    it('come from the selected stage', () => {
      expect(readSettings({ stages, stage: 'beta' })).toMatchObject({
        siteFirewall: false,
        allSearchesPerDay: 50,
      });
      expect(readSettings({ stages })).toMatchObject({ siteFirewall: true, monthlyBudget: 300 });
    });

    it('are missed by a stage that is not listed, which the synthesis warns about', () => {
      const warned = (given: object) =>
        synthesize({ stages, ...given })
          .assembly.stacks.flatMap(({ messages }) => messages.map(({ entry }) => String(entry.data)))
          .filter((text) => text.startsWith('stages in cdk.json'));
      expect(warned({ stage: 'bet' })).toEqual([
        expect.stringContaining(
          'stages in cdk.json lists only beta, prod, not bet: none of the settings there apply to it',
        ),
      ]);
      expect(warned({ stage: 'beta' })).toEqual([]);
      expect(warned({ stage: 'bet', 'expertscope:taking-down': 'true' })).toEqual([]);
      const documented = { alarmEmail: 'ops@example.com', stages: { beta: stages.beta } };
      expect(warned(documented)).toEqual([]);
    });

    it('are overridden by the command line', () => {
      expect(readSettings({ stages, stage: 'beta', waf: 'true' })).toMatchObject({ siteFirewall: true });
    });

    it('are rejected if cdk.json also has one outside the stages, which would take precedence', () => {
      const written = { stages, allSearchesPerDay: 500, waf: false, monthlyBudget: 100 };
      const read = (given: object) => readSettings({ ...written, ...given }, written);
      expect(() => read({ stage: 'beta' })).toThrow(
        'allSearchesPerDay is in cdk.json both outside stages and in stages.beta, where it would have no effect',
      );
      expect(() => read({ stage: 'beta' })).not.toThrow(/waf is in/);
      expect(read({ stage: 'beta', allSearchesPerDay: '10' })).toMatchObject({ allSearchesPerDay: 10 });
      expect(() => read({})).toThrow('monthlyBudget is in cdk.json both');
    });
  });
});
