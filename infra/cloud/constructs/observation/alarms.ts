import { Duration } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { OUTCOMES } from '#shared/message.ts';
import type { Settings } from '../../settings/schema.ts';
import { type ApiFunction, ERASURE } from '../functions.ts';
import { type LogMetrics, PROVIDERS, siteMetric } from './metrics.ts';

interface WatchedStage {
  settings: Settings;
  searchFunction: ApiFunction;
  chatsFunction: ApiFunction;
  table: dynamodb.ITable | dynamodb.Table;
  metrics: LogMetrics;
  /** Whether a function decides on sign-ups. */
  decidesSignUps: boolean;
}

interface Rule {
  metric: cloudwatch.IMetric;
  threshold: number;
  description: string;
}

/** Alarms by name. */
type Rules = Readonly<Record<string, Rule>>;

const FIVE_MINUTES = Duration.minutes(5);
const QUARTER_HOUR = Duration.minutes(15);
const ONE_DAY = Duration.days(1);
/** In milliseconds. Reading one's chats takes tens of milliseconds; a delay this long is noticeable. */
const SLOW_CHATS_MILLISECONDS = 3_000;
const MAX_PROVIDER_FAILURES = 20;
/** Fewer errors than this may be chance, so their percentage is ignored. */
const MIN_ERRORS = 3;
/** Alarm thresholds, in per cent. */
const FAILED_SEARCHES_PERCENT = 10;
const FAILED_REQUESTS_PERCENT = 5;
/** The share of a daily limit at which to raise an alarm. */
const NEARLY_SPENT_SHARE = 0.8;

/** Alarms of one region. They can only notify a topic in the same region. */
export class Alarms extends Construct {
  readonly all: readonly cloudwatch.Alarm[];

  constructor(scope: Construct, id: string, { rules, topic }: { rules: Rules; topic: sns.ITopic }) {
    super(scope, id);
    this.all = Object.entries(rules).map(([name, rule]) => this.#alarm(name, rule, topic));
  }

  #alarm(name: string, { metric, threshold, description }: Rule, topic: sns.ITopic): cloudwatch.Alarm {
    const alarm = new cloudwatch.Alarm(this, name, {
      metric,
      threshold,
      alarmDescription: description,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new actions.SnsAction(topic));
    return alarm;
  }
}

/** Alarms in the stage's own region: errors, throttling, slowness and spending. */
export const stageRules = (stage: WatchedStage): Rules => ({
  ...functionRules('Search', stage.searchFunction, {
    slowMilliseconds: slowSearchMilliseconds(stage.settings),
    cap: 'maximumConcurrentSearches',
    max: stage.settings.maximumConcurrentSearches,
  }),
  ...functionRules('Chats', stage.chatsFunction, {
    slowMilliseconds: SLOW_CHATS_MILLISECONDS,
    cap: 'reservedConcurrentChats',
    max: stage.settings.reservedConcurrentChats,
  }),
  ...spendingRules(stage),
  FailedSearches: {
    metric: shareOfFailed(stage.metrics),
    threshold: FAILED_SEARCHES_PERCENT,
    description: `At least ${FAILED_SEARCHES_PERCENT} % of the searches in a quarter of an hour, and at least ${MIN_ERRORS}, ended in an apology or a failure.`,
  },
  ProviderFailures: {
    metric: sumOverProviders(stage.metrics),
    threshold: MAX_PROVIDER_FAILURES,
    description:
      "Provider calls are failing because of a key, an account without credit, or the provider itself. See the search function's log.",
  },
  ...uncountedRules(stage.metrics),
  ...(stage.decidesSignUps && {
    UncheckedSignUps: {
      metric: stage.metrics.read('UncheckedSignUps', { statistic: 'sum', period: FIVE_MINUTES }),
      threshold: 1,
      description:
        'Somebody could not get an account because the function that decides on sign-ups failed or ran out of time. See its log.',
    },
  }),
  TableThrottles: {
    metric: throttles(stage.table),
    threshold: 1,
    description: 'The table throttled requests: one partition gets too many, or the table was not ready.',
  },
});

/** Alarms for CloudFront, whose metrics exist in us-east-1 only. */
export const siteRules = (distribution: cloudfront.IDistribution): Rules => ({
  SiteErrors: {
    metric: new cloudwatch.MathExpression({
      expression: `IF(requests * rate / 100 >= ${MIN_ERRORS}, rate, 0)`,
      label: '5xx responses of the site, in per cent',
      period: FIVE_MINUTES,
      usingMetrics: {
        requests: siteMetric(distribution, 'Requests', 'sum'),
        rate: siteMetric(distribution, '5xxErrorRate', 'avg'),
      },
    }),
    threshold: FAILED_REQUESTS_PERCENT,
    description: `At least ${FAILED_REQUESTS_PERCENT} % of the site's responses, and at least ${MIN_ERRORS}, are server errors (5xx).`,
  },
});

/** In milliseconds. The search function also erases accounts, which takes the same time however short the search deadline is. */
const slowSearchMilliseconds = ({ searchDeadlineSeconds }: Settings): number =>
  Math.max(searchDeadlineSeconds, ERASURE.usual) * 1_000;

interface WatchedFunction {
  slowMilliseconds: number;
  /** The setting that limits the function's concurrency, and its value; 0 or undefined if it reserves none. */
  cap: 'maximumConcurrentSearches' | 'reservedConcurrentChats';
  max: number | undefined;
}

/** A function with reserved concurrency is throttled at its own limit, however much the account allows. */
const concurrencyAdvice = ({ cap, max = 0 }: WatchedFunction): string =>
  max === 0 ? "raise the account's limit" : `it is limited to ${max} at once; raise ${cap}`;

const functionRules = (name: string, { lambda }: ApiFunction, watched: WatchedFunction): Rules => ({
  [`${name}Errors`]: {
    metric: lambda.metricErrors({ period: FIVE_MINUTES }),
    threshold: 1,
    description: `${name} function: an invocation crashed or ran out of time or memory.`,
  },
  [`${name}Answers`]: {
    metric: new cloudwatch.Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Url5xxCount',
      dimensionsMap: { FunctionName: lambda.functionName },
      statistic: 'sum',
      period: FIVE_MINUTES,
    }),
    threshold: MIN_ERRORS,
    description: `${name} function: returned at least ${MIN_ERRORS} server errors (5xx).`,
  },
  [`${name}Throttles`]: {
    metric: lambda.metricThrottles({ period: FIVE_MINUTES }),
    threshold: 1,
    description: `${name} function: throttled callers for lack of concurrency; ${concurrencyAdvice(watched)}.`,
  },
  [`${name}Slow`]: {
    metric: lambda.metricDuration({ period: FIVE_MINUTES, statistic: 'p99' }),
    threshold: watched.slowMilliseconds,
    description: `${name} function: one call in a hundred takes at least ${watched.slowMilliseconds / 1_000} s.`,
  },
});

/** For searches that could not be counted because the table failed: they either cost money without a limit or are refused. */
function uncountedRules(metrics: LogMetrics): Rules {
  const rule = (outcome: string, description: string): Rule => ({
    metric: metrics.read('Uncounted', { of: outcome, statistic: 'sum', period: FIVE_MINUTES }),
    threshold: 1,
    description,
  });
  return {
    UncountedSearches: rule(
      'passed',
      'A search ran without being counted against its quotas: the table could not be reached.',
    ),
    RefusedSearches: rule(
      'refused',
      'A search was refused because it could not be counted: the table cannot be reached, or rejects requests.',
    ),
  };
}

function spendingRules({ settings, metrics }: WatchedStage): Rules {
  const rule = (metric: 'Searches' | 'DeepSearches', limit: number, kind: string): Rule => ({
    metric: metrics.read(metric, { statistic: 'sum', period: ONE_DAY }),
    threshold: Math.max(1, Math.floor(limit * NEARLY_SPENT_SHARE)),
    description: `Four fifths of the day’s ${kind} searches are used, and providers charge per search.`,
  });
  return {
    SearchesNearlySpent: rule('Searches', settings.allSearchesPerDay, 'standard'),
    DeepSearchesNearlySpent: rule('DeepSearches', settings.allDeepSearchesPerDay, 'deep'),
  };
}

/** In per cent of all searches; zero while only a few have failed. */
function shareOfFailed(metrics: LogMetrics): cloudwatch.IMetric {
  const counted = (of: string) =>
    metrics.read('SearchDuration', { of, statistic: 'n', period: QUARTER_HOUR });
  const sum = (outcomes: readonly string[]) => outcomes.map((outcome) => `FILL(${outcome}, 0)`).join(' + ');
  const failed = `(${sum(['apologised', 'failed'])})`;
  return new cloudwatch.MathExpression({
    expression: `IF(${failed} >= ${MIN_ERRORS}, 100 * ${failed} / (${sum(OUTCOMES)}), 0)`,
    label: 'Failed searches, in per cent',
    period: QUARTER_HOUR,
    usingMetrics: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, counted(outcome)])),
  });
}

function throttles(table: WatchedStage['table']): cloudwatch.IMetric {
  const read = (metricName: string) => table.metric(metricName, { statistic: 'sum', period: FIVE_MINUTES });
  return new cloudwatch.MathExpression({
    expression: 'FILL(reads, 0) + FILL(writes, 0)',
    label: 'Throttled table requests',
    period: FIVE_MINUTES,
    usingMetrics: { reads: read('ReadThrottleEvents'), writes: read('WriteThrottleEvents') },
  });
}

function sumOverProviders(metrics: LogMetrics): cloudwatch.IMetric {
  const read = (of: string) =>
    metrics.read('ProviderFailures', { of, statistic: 'sum', period: FIVE_MINUTES });
  return new cloudwatch.MathExpression({
    expression: 'SUM(METRICS())',
    label: 'Failed provider calls',
    period: FIVE_MINUTES,
    usingMetrics: Object.fromEntries(PROVIDERS.map((provider, index) => [`p${index}`, read(provider)])),
  });
}
