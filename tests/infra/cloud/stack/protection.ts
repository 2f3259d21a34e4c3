import { Match } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '#shared/api.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize({ alarmEmail: 'operations@example.com', monthlyBudget: 75 });
const [acl] = Object.values(
  template.findResources('AWS::WAFv2::WebACL', { Properties: { Scope: 'CLOUDFRONT' } }),
);

interface Rule {
  Name: string;
  Statement: {
    RateBasedStatement?: { Limit: number; AggregateKeyType: string; ScopeDownStatement?: unknown };
    ManagedRuleGroupStatement?: { Name: string; RuleActionOverrides?: { Name: string }[] };
  };
  Action?: { Block: { CustomResponse: { ResponseCode: number; CustomResponseBodyKey: string } } };
}
const rules: Rule[] = acl?.['Properties'].Rules;

describe('the firewall', () => {
  it('stands before the distribution', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Firewall'), 'Arn'] } },
    });
  });

  it('limits each address, and starting searches far below everything else, since each one costs money', () => {
    const limits = rules.flatMap(({ Name, Statement: { RateBasedStatement: rate } }) =>
      rate ? [[Name, rate.Limit, rate.AggregateKeyType]] : [],
    );
    expect(limits).toEqual([
      ['searches-per-address', 100, 'IP'],
      ['requests-per-address', 2_000, 'IP'],
    ]);
    expect(JSON.stringify(rules[0]?.Statement.RateBasedStatement?.ScopeDownStatement)).toContain(
      '/api/searches',
    );
  });

  it('answers in the words of the API, so that the page can show them', () => {
    const { CustomResponse } = rules[0]?.Action?.Block ?? {};
    expect(CustomResponse?.ResponseCode).toBe(429);
    const body = acl?.['Properties'].CustomResponseBodies[CustomResponse?.CustomResponseBodyKey ?? ''];
    expect(body.ContentType).toBe('APPLICATION_JSON');
    expect(v.parse(ErrorBody, JSON.parse(body.Content)).error.code).toBe('quota-exceeded');
  });

  it("has AWS's rules for bad addresses, known bad inputs and common attacks", () => {
    const managed = rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement?.Name ?? []);
    expect(managed).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
  });

  it('lets people write what they like: rules over bodies only count', () => {
    const common = rules.find(({ Name }) => Name === 'AWSManagedRulesCommonRuleSet');
    const counted = common?.Statement.ManagedRuleGroupStatement?.RuleActionOverrides?.map(({ Name }) => Name);
    expect(counted).toContain('SizeRestrictions_BODY');
    expect(counted?.every((name) => name.endsWith('_BODY'))).toBe(true);
  });

  it('can be switched off, and then costs nothing', () => {
    const without = synthesize({ waf: 'false' }).template;
    without.resourceCountIs('AWS::WAFv2::WebACL', 0);
    without.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
    without.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: Match.absent() },
    });
  });
});

describe('the budget', () => {
  it('speaks up before the month is spent, when it is, and when it will be', () => {
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 75, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }) }),
        Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 100 }) }),
        Match.objectLike({
          Notification: Match.objectLike({ NotificationType: 'FORECASTED', Threshold: 100 }),
        }),
      ],
    });
  });
});

/** Under which conditions each service may write to the topic. */
const [topicPolicy] = Object.values(template.findResources('AWS::SNS::TopicPolicy'));
const statements: { Effect: string; Action: string; Principal: { Service?: string }; Condition: unknown }[] =
  topicPolicy?.['Properties'].PolicyDocument.Statement;
const writers = Object.fromEntries(
  statements
    .filter(({ Effect, Action }) => Effect === 'Allow' && Action === 'sns:Publish')
    .map(({ Principal, Condition }) => [Principal.Service, Condition]),
);
const inThisAccount = (before: string, after: string) => ({
  'Fn::Join': ['', [before, { Ref: 'AWS::AccountId' }, after]],
});

describe('the topic', () => {
  it('takes messages from the budget of this account alone', () => {
    expect(writers['budgets.amazonaws.com']).toEqual({
      StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      ArnLike: { 'aws:SourceArn': inThisAccount('arn:aws:budgets::', ':*') },
    });
    const [budget] = Object.values(template.findResources('AWS::Budgets::Budget'));
    expect(budget?.['DependsOn']).toContainEqual(expect.stringMatching(/^ObservationAlertsPolicy/));
  });

  it('lets nobody else in, and nothing without TLS', () => {
    expect(Object.keys(writers).toSorted()).toEqual(['budgets.amazonaws.com', 'cloudwatch.amazonaws.com']);
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });
});

describe('alarms', () => {
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties,
  );

  it('watch errors, throttles and slowness of both doors, the providers and the spending', () => {
    const watched = alarms.map(({ MetricName, ExtendedStatistic, Metrics }) =>
      Metrics ? 'ProviderFailures' : [MetricName, ExtendedStatistic].filter(Boolean).join(' '),
    );
    expect(watched.toSorted()).toEqual(
      [
        ...['Errors', 'Throttles', 'Duration p99', 'Errors', 'Throttles', 'Duration p99'],
        ...['Searches', 'DeepSearches', 'ProviderFailures'],
      ].toSorted(),
    );
  });

  it('say what they mean, and reach somebody', () => {
    for (const alarm of alarms) {
      expect(alarm.AlarmDescription.length).toBeGreaterThan(20);
      expect(alarm.AlarmActions).toEqual([{ Ref: expect.stringMatching(/^ObservationAlerts/) }]);
    }
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'operations@example.com',
    });
  });

  it('are let into the topic, whose policy replaces the one that would let them in by itself', () => {
    expect(writers['cloudwatch.amazonaws.com']).toEqual({
      StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      ArnLike: { 'aws:SourceArn': inThisAccount('arn:aws:cloudwatch:us-east-1:', ':alarm:*') },
    });
  });

  it('stay quiet where nothing happens', () => {
    for (const alarm of alarms) expect(alarm.TreatMissingData).toBe('notBreaching');
  });
});
