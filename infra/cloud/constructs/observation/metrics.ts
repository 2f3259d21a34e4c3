import { aws_cloudwatch as cloudwatch, Duration, aws_logs as logs } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { metricNamespace } from '../../settings/names.ts';
import { EDGE_REGION } from '../../settings/regions.ts';

/**
 * The lines the search function writes with `console.info`, one object each; Lambda's JSON log puts it under `message`:
 * - `{event: 'step', step, status: 'completed' | 'error', duration}`
 * - `{event: 'provider-call', provider, outcome, duration, …}`
 * - `{event: 'search', outcome, deepResearch, duration}`, `deepResearch` as the quotas count it: verifying one person is a standard search
 * - `{event: 'uncounted', outcome: 'passed' | 'refused', …}` for a search that no quota could count
 *
 * Durations are in milliseconds. No line contains a query, a name, an address or a key.
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
} as const satisfies Record<string, { pattern: string; dimension?: string }>;

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

/** Metrics extracted from the search function's log, per step, provider and outcome. */
export class LogMetrics extends Construct {
  readonly #namespace: string;

  constructor(
    scope: Construct,
    id: string,
    { logGroup, stage }: { logGroup: logs.ILogGroup; stage: string },
  ) {
    super(scope, id);
    this.#namespace = metricNamespace({ stage });
    for (const [metricName, metric] of Object.entries(METRICS)) {
      const isDuration = metricName.endsWith('Duration');
      new logs.MetricFilter(this, metricName, {
        logGroup,
        metricName,
        metricNamespace: this.#namespace,
        filterPattern: logs.FilterPattern.literal(metric.pattern),
        metricValue: isDuration ? '$.message.duration' : '1',
        unit: isDuration ? cloudwatch.Unit.MILLISECONDS : cloudwatch.Unit.COUNT,
        ...('dimension' in metric && {
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
