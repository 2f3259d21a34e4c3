import { aws_cloudwatch as cloudwatch, Duration, aws_logs as logs } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { metricNamespace } from '../../settings/names.ts';
import { EDGE_REGION } from '../../settings/regions.ts';

/** The logs that metrics are extracted from. */
interface WatchedLogs {
  search: logs.ILogGroup;
  /** Undefined in a stage without a function that decides on sign-ups. */
  signUp: logs.ILogGroup | undefined;
}

interface ExtractedMetric {
  /** The search function's log where absent. */
  from?: keyof WatchedLogs;
  pattern: string;
  dimension?: string;
}

/**
 * The lines the search function writes with `console.info`, one object each; Lambda's JSON log puts it under `message`:
 * - `{event: 'step', step, status: 'completed' | 'error', duration}`
 * - `{event: 'provider-call', provider, outcome, duration, …}`
 * - `{event: 'search', outcome, deepResearch, duration}`, `deepResearch` as the quotas count it: verifying one person is a standard search
 * - `{event: 'uncounted', outcome: 'passed' | 'refused', …}` for a search that no quota could count
 *
 * Durations are in milliseconds. The pre-sign-up function logs a failure of its own as `{errorMessage, error}`; what it refuses on purpose
 * is an error to Lambda too, and is not counted. No line contains a query, a name, an address or a key.
 */
const METRICS = {
  SearchDuration: { pattern: '{ $.message.event = "search" }', dimension: 'outcome' },
  Searches: { pattern: '{ $.message.event = "search" && $.message.deepResearch IS FALSE }' },
  DeepSearches: { pattern: '{ $.message.event = "search" && $.message.deepResearch IS TRUE }' },
  StepDuration: {
    pattern: '{ $.message.event = "step" && $.message.status = "completed" }',
    dimension: 'step',
  },
  StepFailures: { pattern: '{ $.message.event = "step" && $.message.status = "error" }', dimension: 'step' },
  ProviderDuration: {
    pattern: '{ $.message.event = "provider-call" && $.message.outcome = "answered" }',
    dimension: 'provider',
  },
  ProviderFailures: {
    pattern:
      '{ $.message.event = "provider-call" && $.message.outcome != "answered" && $.message.outcome != "aborted" }',
    dimension: 'provider',
  },
  Uncounted: { pattern: '{ $.message.event = "uncounted" }', dimension: 'outcome' },
  UncheckedSignUps: {
    from: 'signUp',
    pattern:
      '{ $.message.errorMessage = "looking up accounts with the same address failed" || $.record.status = "timeout" || $.record.status = "failure" }',
  },
} as const satisfies Record<string, ExtractedMetric>;

/** The names the search function gives its providers (`ProviderKind` in functions/providers/ports.ts). */
export const PROVIDERS = ['language-model', 'web-search', 'profile-data'] as const;

export type LogMetric = keyof typeof METRICS;

interface ReadOptions {
  /** The step, provider or outcome, for a metric with that dimension. */
  of?: string;
  statistic: string;
  period: Duration;
  /** What graphs call it, instead of `of`. */
  label?: string;
}

/** Metrics extracted from the functions' logs, per step, provider and outcome. */
export class LogMetrics extends Construct {
  readonly #namespace: string;

  constructor(scope: Construct, id: string, { logs: watched, stage }: { logs: WatchedLogs; stage: string }) {
    super(scope, id);
    this.#namespace = metricNamespace({ stage });
    for (const [metricName, metric] of Object.entries<ExtractedMetric>(METRICS)) {
      const logGroup = watched[metric.from ?? 'search'];
      if (logGroup === undefined) continue;
      const isDuration = metricName.endsWith('Duration');
      new logs.MetricFilter(this, metricName, {
        logGroup,
        metricName,
        metricNamespace: this.#namespace,
        filterPattern: logs.FilterPattern.literal(metric.pattern),
        metricValue: isDuration ? '$.message.duration' : '1',
        unit: isDuration ? cloudwatch.Unit.MILLISECONDS : cloudwatch.Unit.COUNT,
        ...(metric.dimension !== undefined && {
          dimensions: { [metric.dimension]: `$.message.${metric.dimension}` },
        }),
      });
    }
  }

  read(metricName: LogMetric, { of, statistic, period, label }: ReadOptions): cloudwatch.IMetric {
    const metric = METRICS[metricName];
    return new cloudwatch.Metric({
      metricName,
      statistic,
      period,
      namespace: this.#namespace,
      ...(of !== undefined &&
        'dimension' in metric && { dimensionsMap: { [metric.dimension]: of }, label: label ?? of }),
    });
  }
}

/** A CloudFront metric; these are in us-east-1, whatever the stack's region. */
export const siteMetric = (
  { distributionId }: cloudfront.IDistribution,
  metricName: string,
  statistic: string,
): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    statistic,
    period: Duration.minutes(5),
    region: EDGE_REGION,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
  });
