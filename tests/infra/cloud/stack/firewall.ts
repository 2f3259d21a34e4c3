import { Match } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '#shared/contract.ts';
import { propertiesOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize();
const [acl] = propertiesOf(template, 'AWS::WAFv2::WebACL', { Scope: 'CLOUDFRONT' });

interface Rule {
  Name: string;
  Statement: {
    RateBasedStatement?: { Limit: number; AggregateKeyType: string; ScopeDownStatement?: unknown };
    ManagedRuleGroupStatement?: { Name: string; RuleActionOverrides?: { Name: string }[] };
  };
  Action?: { Block: { CustomResponse: { ResponseCode: number; CustomResponseBodyKey: string } } };
}
const rules: Rule[] = acl.Rules;

describe('the firewall', () => {
  it('protects the distribution', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Firewall'), 'Arn'] } },
    });
  });

  it('rate-limits each address, with a much lower limit for searches, because each one costs money', () => {
    const limits = rules.flatMap(({ Name, Statement: { RateBasedStatement: rate } }) =>
      rate ? [[Name, rate.Limit, rate.AggregateKeyType]] : [],
    );
    expect(limits).toEqual([
      ['searches-per-address', 200, 'IP'],
      ['requests-per-address', 2_000, 'IP'],
    ]);
  });

  it('counts every costly route as a search, including accounts and shares, however its path is encoded', () => {
    expect(rules[0]?.Statement.RateBasedStatement?.ScopeDownStatement).toEqual({
      RegexMatchStatement: {
        FieldToMatch: { UriPath: {} },
        RegexString: '^/api/(searches|account|shared)',
        TextTransformations: [
          { Priority: 0, Type: 'URL_DECODE' },
          { Priority: 1, Type: 'NORMALIZE_PATH' },
          { Priority: 2, Type: 'LOWERCASE' },
        ],
      },
    });
  });

  it('blocks with an API error, so that the page can show it', () => {
    const { CustomResponse } = rules[0]?.Action?.Block ?? {};
    expect(CustomResponse?.ResponseCode).toBe(429);
    const body = acl.CustomResponseBodies[CustomResponse?.CustomResponseBodyKey ?? ''];
    expect(body.ContentType).toBe('APPLICATION_JSON');
    expect(v.parse(ErrorBody, JSON.parse(body.Content)).error).toEqual({
      code: 'quota-exceeded',
      message: 'Too many requests came from your network. Try again in five minutes.',
    });
  });

  it('uses AWS’s rules for bad addresses, known bad inputs and common attacks', () => {
    const managed = rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement?.Name ?? []);
    expect(managed).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
  });

  it('only counts matches in request bodies, so that people can write what they like', () => {
    const counted = (group: string) =>
      rules
        .find(({ Name }) => Name === group)
        ?.Statement.ManagedRuleGroupStatement?.RuleActionOverrides?.map(({ Name }) => Name);
    // All body rules that AWS lists for the two groups.
    expect(counted('AWSManagedRulesCommonRuleSet')).toEqual([
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'EC2MetaDataSSRF_BODY',
    ]);
    expect(counted('AWSManagedRulesKnownBadInputsRuleSet')).toEqual([
      'JavaDeserializationRCE_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ]);
  });

  it('redacts tokens, cookies, queries and referrers in its samples and logs', () => {
    const acls = propertiesOf(template, 'AWS::WAFv2::WebACL');
    expect(acls).toHaveLength(2);
    for (const { DataProtectionConfig } of acls)
      expect(DataProtectionConfig).toEqual({
        DataProtections: [
          {
            Action: 'SUBSTITUTION',
            Field: {
              FieldType: 'SINGLE_HEADER',
              FieldKeys: ['x-auth-token', 'authorization', 'cookie', 'referer'],
            },
          },
          { Action: 'SUBSTITUTION', Field: { FieldType: 'QUERY_STRING' } },
        ],
      });
  });

  it('logs only what it blocks', () => {
    const logged = propertiesOf(template, 'AWS::WAFv2::LoggingConfiguration');
    expect(logged).toHaveLength(2);
    for (const { LoggingFilter } of logged) {
      expect(LoggingFilter).toEqual({
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
            Requirement: 'MEETS_ANY',
          },
        ],
      });
    }
    const groups = propertiesOf(template, 'AWS::Logs::LogGroup').flatMap((group) => group.LogGroupName ?? []);
    expect(groups.toSorted()).toEqual([
      'aws-waf-logs-expertscope-prod-us-east-1',
      'aws-waf-logs-expertscope-prod-us-east-1-accounts',
    ]);
  });

  it('can be switched off and then costs nothing', () => {
    const without = synthesize({ waf: 'false' }).template;
    without.resourceCountIs('AWS::WAFv2::WebACL', 0);
    without.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
    without.resourceCountIs('AWS::WAFv2::LoggingConfiguration', 0);
    without.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: Match.absent() },
    });
  });
});

describe('each firewall', () => {
  it.each([
    [{ siteFirewall: false }, 'REGIONAL'],
    [{ accountsFirewall: false }, 'CLOUDFRONT'],
  ])('can be switched off separately: %j leaves %s', (settings, scope) => {
    const acls = propertiesOf(synthesize(settings).template, 'AWS::WAFv2::WebACL');
    expect(acls.map(({ Scope }) => Scope)).toEqual([scope]);
  });
});

/** The reasons given to the AWS Solutions rules about the pool. */
const reasons = (settings: Record<string, unknown>): string => {
  const identity = synthesize(settings).stack.node.findChild('Identity');
  return JSON.stringify(identity.node.findChild('Users').node.metadata.map(({ data }) => data));
};

describe('password guessing', () => {
  it('is rate-limited by a firewall on the pool itself, because browsers call Cognito directly', () => {
    const [id, acl] =
      Object.entries(
        template.findResources('AWS::WAFv2::WebACL', { Properties: { Scope: 'REGIONAL' } }),
      )[0] ?? [];
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      WebACLArn: { 'Fn::GetAtt': [id, 'Arn'] },
      ResourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^IdentityUsers'), 'Arn'] },
    });
    expect(acl?.['Properties'].Rules).toMatchObject([
      { Name: 'mails-per-address' },
      {
        Action: { Block: {} },
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 300, EvaluationWindowSec: 300 } },
      },
      { Statement: { ManagedRuleGroupStatement: { Name: 'AWSManagedRulesAmazonIpReputationList' } } },
    ]);
  });

  it('is also rate-limited in other regions, next to the pool', () => {
    const elsewhere = synthesize({ region: 'eu-central-1' }).template;
    elsewhere.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  });

  it('is also rate-limited for an existing pool', () => {
    const kept = synthesize({ existingUserPool: 'us-east-1_Kept00001' }).template;
    const [association] = Object.values(kept.findResources('AWS::WAFv2::WebACLAssociation'));
    expect(JSON.stringify(association)).toContain(':userpool/us-east-1_Kept00001');
  });

  it('is only described as rate-limited if it is', () => {
    expect(reasons({})).toContain('the firewall in front of the pool limits the rate of each address');
    expect(reasons({ waf: 'false' })).not.toContain('firewall');
  });
});

describe('requests that send mail', () => {
  const [accounts] = propertiesOf(template, 'AWS::WAFv2::WebACL', { Scope: 'REGIONAL' });
  const { RateBasedStatement: rate } = accounts.Rules[0].Statement;
  const [byOperation, byPage] = rate.ScopeDownStatement.OrStatement.Statements.map(
    (one: { RegexMatchStatement: { RegexString: string } }) =>
      new RegExp(one.RegexMatchStatement.RegexString),
  );

  it('have their own limit per address, far below the other limits on the pool', () => {
    expect(rate).toMatchObject({ AggregateKeyType: 'IP', Limit: 10, EvaluationWindowSec: 600 });
  });

  it.each([
    ['SignUp', true],
    ['ResendConfirmationCode', true],
    ['ForgotPassword', true],
    ['GetUserAttributeVerificationCode', true],
    ['InitiateAuth', false],
    ['ConfirmSignUp', false],
    ['ConfirmForgotPassword', false],
  ])('include %s: %s', (operation, isCounted) => {
    // In lower case, as the rule transforms it.
    expect(byOperation.test(`AWSCognitoIdentityProviderService.${operation}`.toLowerCase())).toBe(isCounted);
  });

  it('include the managed login pages that send mail', () => {
    expect(['/signup', '/forgotpassword', '/resendcode', '/login'].map((path) => byPage.test(path))).toEqual([
      ...[true, true, true],
      false,
    ]);
  });
});
