import { runInNewContext } from 'node:vm';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ERASURE_SETTLE_TIME } from '#functions/http/owner.ts';
import { OUTCOMES } from '#shared/message.ts';
import { STEPS } from '#shared/steps.ts';
import { propertiesOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize({ stage: 'beta', region: 'eu-west-1', waf: false });
const filters = propertiesOf(template, 'AWS::Logs::MetricFilter');
const { template: invited } = synthesize({ signUp: 'invited' });
const board = JSON.stringify(template.findResources('AWS::CloudWatch::Dashboard'));

describe('metrics', () => {
  it('come from the search function’s log, by step, provider and outcome', () => {
    const kept = filters.map(({ MetricTransformations: [metric] }) => [
      metric.MetricName,
      metric.Dimensions?.[0]?.Key,
    ]);
    expect(Object.fromEntries(kept)).toEqual({
      SearchDuration: 'outcome',
      Searches: undefined,
      DeepSearches: undefined,
      StepDuration: 'step',
      StepFailures: 'step',
      ProviderDuration: 'provider',
      ProviderFailures: 'provider',
      Uncounted: 'outcome',
    });
    for (const { LogGroupName } of filters)
      expect(LogGroupName).toEqual({ Ref: expect.stringMatching(/^SearchLog/) });
  });

  it('of sign-ups that could not be checked come from the log of the function that decides on them', () => {
    const found = propertiesOf(invited, 'AWS::Logs::MetricFilter').filter(
      ({ MetricTransformations: [metric] }) => metric.MetricName === 'UncheckedSignUps',
    );
    expect(found).toEqual([
      expect.objectContaining({
        LogGroupName: { Ref: expect.stringMatching(/^IdentityLinkerLog/) },
        // What the function logs of a failure, and Lambda's report of one that logged nothing; a sign-up refused on purpose is neither.
        FilterPattern:
          '{ $.message.errorMessage = "looking up accounts with the same address failed" || $.record.status = "timeout" || $.record.status = "failure" }',
      }),
    ]);
  });

  it('use a namespace per stage, so that stages do not mix', () => {
    for (const {
      MetricTransformations: [metric],
    } of filters)
      expect(metric.MetricNamespace).toBe('Expertscope/beta');
  });
});

describe('the dashboard', () => {
  it('exists once', () => {
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
  });

  it('shows every step, provider and outcome', () => {
    const names = [
      ...STEPS.map((step) => step.id),
      'language-model',
      'web-search',
      'profile-data',
      ...OUTCOMES,
    ];
    for (const name of names) expect(board).toContain(name);
  });

  it('labels every line of a graph differently', () => {
    const labels = Array.from(board.matchAll(/\\"metrics\\":(\[\[.*?\]\])/g), ([, lines = '']) =>
      Array.from(lines.matchAll(/\\"label\\":\\"(.*?)\\"/g), ([, label]) => label),
    );
    expect(labels).toContainEqual(['p50', 'p99']);
    for (const ofGraph of labels) expect(ofGraph).toEqual([...new Set(ofGraph)]);
  });

  it.each([
    [{ level: 'ERROR', message: { errorMessage: 'a search failed' } }, true],
    [{ level: 'WARN' }, true],
    [{ level: 'INFO', message: { event: 'step' } }, false],
    // As Lambda writes its own reports in the JSON format.
    [{ type: 'platform.report', record: { requestId: '1', status: 'timeout' } }, true],
    [{ type: 'platform.report', record: { requestId: '1', status: 'error' } }, true],
    [{ type: 'platform.initReport', record: { status: 'failure' } }, true],
    [{ type: 'platform.report', record: { requestId: '1', status: 'success' } }, false],
    [{ type: 'platform.start', record: { requestId: '1' } }, false],
  ])(
    'lists an invocation that failed, even one that ran out of time and logged nothing: %j, %s',
    (line, isListed) => {
      const [, filter = ''] = /\| filter (.+?)\\+n/.exec(board) ?? [];
      const script = filter
        .replaceAll(/\\+"/g, '"')
        .replaceAll(/([\w.]+) in (\[.*?\])/g, '$2.includes($1)')
        .replaceAll(' and ', ' && ')
        .replaceAll(' or ', ' || ');
      expect(runInNewContext(script, { level: undefined, type: undefined, record: {}, ...line })).toBe(
        isListed,
      );
    },
  );

  it('reads CloudFront’s metrics from us-east-1', () => {
    expect(board).toMatch(/AWS\/CloudFront.*us-east-1/);
  });
});

describe('logs', () => {
  it('expire, including those of the functions CDK adds for deployments', () => {
    const groups = Object.keys(template.findResources('AWS::Logs::LogGroup'));
    const functions = propertiesOf(template, 'AWS::Lambda::Function');
    expect(functions).toHaveLength(4);
    for (const { LoggingConfig } of functions) expect(groups).toContain(LoggingConfig?.LogGroup?.Ref);
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
  });
});

const { template: alerting } = synthesize({ alarmEmail: 'operations@example.com', monthlyBudget: 75 });

describe('the budget', () => {
  it('notifies at 80 per cent, at 100 per cent and when it is forecast to be exceeded', () => {
    alerting.hasResourceProperties('AWS::Budgets::Budget', {
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

/** The conditions under which each service may publish to the topic. */
const [topicPolicy] = propertiesOf(alerting, 'AWS::SNS::TopicPolicy');
const statements: { Effect: string; Action: string; Principal: { Service?: string }; Condition: unknown }[] =
  topicPolicy.PolicyDocument.Statement;
const writers = Object.fromEntries(
  statements
    .filter(({ Effect, Action }) => Effect === 'Allow' && Action === 'sns:Publish')
    .map(({ Principal, Condition }) => [Principal.Service, Condition]),
);
const inThisAccount = (before: string, after: string) => ({
  'Fn::Join': ['', [before, { Ref: 'AWS::AccountId' }, after]],
});

describe('the topic', () => {
  it('accepts messages only from this account’s budget', () => {
    expect(writers['budgets.amazonaws.com']).toEqual({
      StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      ArnLike: { 'aws:SourceArn': inThisAccount('arn:aws:budgets::', ':*') },
    });
    const [budget] = Object.values(alerting.findResources('AWS::Budgets::Budget'));
    expect(budget?.['DependsOn']).toContainEqual(expect.stringMatching(/^ObservationAlertsPolicy/));
  });

  it('accepts no other publishers and nothing without TLS', () => {
    expect(Object.keys(writers).toSorted()).toEqual(['budgets.amazonaws.com', 'cloudwatch.amazonaws.com']);
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });
});

interface MetricQuery {
  Expression?: string;
  Label?: string;
}

const alarms = propertiesOf(alerting, 'AWS::CloudWatch::Alarm');
const expressionOf = (queries: MetricQuery[]): MetricQuery => queries.find((one) => one.Expression) ?? {};

/** Whether one period’s numbers raise the alarm with this label; evaluates its expression as CloudWatch does. */
function isAlarm(label: string, numbers: Record<string, number>): boolean {
  const alarm = alarms.find(({ Metrics }) => Metrics && expressionOf(Metrics).Label === label);
  const script = expressionOf(alarm.Metrics)
    .Expression?.replace(/FILL\((\w+), 0\)/g, '(numbers.$1 ?? 0)')
    .replace(/\b(requests|rate)\b/g, 'numbers.$1')
    .replace(/^IF/, 'choose');
  const choose = (isSo: boolean, value: number, otherwise: number) => (isSo ? value : otherwise);
  return runInNewContext(`${script} >= ${alarm.Threshold}`, { numbers, choose });
}

describe('alarms', () => {
  it('watch both functions’ errors, throttles and latency, the table, providers, spending and site', () => {
    const watched = alarms.map(({ MetricName, ExtendedStatistic, Metrics }) =>
      Metrics
        ? (expressionOf(Metrics).Label ?? Metrics[0].MetricStat.Metric.MetricName)
        : [MetricName, ExtendedStatistic].filter(Boolean).join(' '),
    );
    const ofFunction = ['Errors', 'Url5xxCount', 'Throttles', 'Duration p99'];
    expect(watched.toSorted()).toEqual(
      [
        ...[...ofFunction, ...ofFunction, 'Searches', 'DeepSearches', 'Uncounted', 'Uncounted'],
        ...['Failed provider calls', 'Failed searches, in per cent', 'Throttled table requests'],
        '5xx responses of the site, in per cent',
      ].toSorted(),
    );
  });

  it.each([
    [{ failed: 2 }, false],
    [{ failed: 1, apologised: 2 }, true],
    [{ apologised: 3, answered: 27 }, true],
    [{ failed: 3, answered: 27, stopped: 1 }, false],
    [{ answered: 40 }, false],
    [{}, false],
  ])(
    'go off at a share of failed searches, unless the numbers are too small: %j → %s',
    (outcomes, isRaised) => {
      expect(isAlarm('Failed searches, in per cent', outcomes)).toBe(isRaised);
    },
  );

  it.each([
    [{ requests: 2, rate: 100 }, false],
    [{ requests: 3, rate: 100 }, true],
    [{ requests: 1_000, rate: 1 }, false],
    [{ requests: 100, rate: 5 }, true],
  ])(
    'go off at a share of 5xx at CloudFront, unless the numbers are too small: %j → %s',
    (numbers, isRaised) => {
      expect(isAlarm('5xx responses of the site, in per cent', numbers)).toBe(isRaised);
    },
  );

  it('go off at a single uncounted search or a single request that the table throttled', () => {
    const uncounted = alarms.flatMap(({ Metrics, Threshold }) =>
      Metrics?.[0].MetricStat?.Metric.MetricName === 'Uncounted' ? [[Metrics[0].Label, Threshold]] : [],
    );
    expect(uncounted).toEqual([
      ['passed', 1],
      ['refused', 1],
    ]);
    expect(isAlarm('Throttled table requests', { writes: 1 })).toBe(true);
    expect(isAlarm('Throttled table requests', {})).toBe(false);
  });

  it('go off at a single sign-up that could not be checked, where a function decides on sign-ups', () => {
    invited.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'UncheckedSignUps',
      Namespace: 'Expertscope/prod',
      Statistic: 'Sum',
      Threshold: 1,
    });
    const before = propertiesOf(alerting, 'AWS::CloudWatch::Alarm').map(({ MetricName }) => MetricName);
    expect(before).not.toContain('UncheckedSignUps');
  });

  it('come with a warning if there is no email address to notify', () => {
    const { assembly } = synthesize();
    const [message] = assembly.stacks.flatMap((stack) => stack.messages);
    expect([message?.level, message?.entry.data]).toEqual([
      'warning',
      expect.stringContaining('reach nobody: set alarmEmail'),
    ]);
  });

  it.each([
    [5, ERASURE_SETTLE_TIME + 15_000],
    [75, ERASURE_SETTLE_TIME + 15_000],
    [120, 120_000],
  ])(
    'go off for search function calls longer than searches of %d s may take, but not for erasures',
    (searchDeadlineSeconds, atLeast) => {
      const { template: searching } = synthesize({ searchDeadlineSeconds });
      const slow = propertiesOf(searching, 'AWS::CloudWatch::Alarm').flatMap(
        ({ MetricName, Threshold, AlarmDescription }) =>
          MetricName === 'Duration' && AlarmDescription.startsWith('Search') ? [Threshold] : [],
      );
      expect(slow).toEqual([atLeast]);
    },
  );

  it.each([
    [{}, "raise the account's limit.", 'it is limited to 50 at once; raise reservedConcurrentChats.'],
    [
      { maximumConcurrentSearches: 40, reservedConcurrentChats: 7 },
      'it is limited to 40 at once; raise maximumConcurrentSearches.',
      'it is limited to 7 at once; raise reservedConcurrentChats.',
    ],
    [{ reservedConcurrentChats: 0 }, "raise the account's limit.", "raise the account's limit."],
  ])('name the limit at which a function rejects calls: %j', (settings, ofSearch, ofChats) => {
    const { template: limited } = synthesize(settings);
    const said = propertiesOf(limited, 'AWS::CloudWatch::Alarm')
      .filter(({ MetricName }) => MetricName === 'Throttles')
      .map(({ AlarmDescription }) => AlarmDescription.split('for lack of concurrency; ')[1]);
    expect(said).toEqual([ofSearch, ofChats]);
  });

  it('have a description and a recipient', () => {
    for (const alarm of alarms) {
      expect(alarm.AlarmDescription.length).toBeGreaterThan(20);
      expect(alarm.AlarmActions).toEqual([{ Ref: expect.stringMatching(/^ObservationAlerts/) }]);
    }
    alerting.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'operations@example.com',
    });
  });

  it('are explicitly allowed by the topic’s policy, which replaces the default one', () => {
    expect(writers['cloudwatch.amazonaws.com']).toEqual({
      StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      ArnLike: { 'aws:SourceArn': inThisAccount('arn:aws:cloudwatch:us-east-1:', ':alarm:*') },
    });
  });

  it('stay quiet without data', () => {
    for (const alarm of alarms) expect(alarm.TreatMissingData).toBe('notBreaching');
  });
});
