import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Alarm, ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Settings } from '../../settings/schema.ts';
import type { Door } from '../door.ts';
import type { LogMetrics } from './log-metrics.ts';
import { PROVIDERS } from './log-metrics.ts';

interface AlarmsProps {
  settings: Settings;
  searchDoor: Door;
  chatsDoor: Door;
  metrics: LogMetrics;
  topic: ITopic;
}

interface Rule {
  metric: IMetric;
  threshold: number;
  description: string;
}

const SOON = Duration.minutes(5);
const DAY = Duration.days(1);
/** A reading of one's own chats takes tens of milliseconds; this is a person waiting. In milliseconds. */
const SLOW_CHATS = 3_000;
const PROVIDER_FAILURES = 20;
/** Share of the day's limit at which somebody should look. */
const NEARLY_SPENT = 0.8;

/** What wakes somebody: errors, throttling, slowness and spending. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { settings, searchDoor, chatsDoor } = props;
    const rules: Record<string, Rule> = {
      ...doorRules('Search', searchDoor, settings.searchDeadlineSeconds * 1_000),
      ...doorRules('Chats', chatsDoor, SLOW_CHATS),
      ...spendingRules(props),
      ProviderFailures: {
        metric: sumOverProviders(props.metrics),
        threshold: PROVIDER_FAILURES,
        description:
          'Providers fail: a key, an account without credit, or the provider itself. See the log of door 1.',
      },
    };
    this.all = Object.entries(rules).map(([name, rule]) => this.#alarm(name, rule, props.topic));
  }

  #alarm(name: string, { metric, threshold, description }: Rule, topic: ITopic): Alarm {
    const alarm = new Alarm(this, name, {
      metric,
      threshold,
      alarmDescription: description,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  }
}

const doorRules = (name: string, door: Door, slow: number): Record<string, Rule> => ({
  [`${name}Errors`]: {
    metric: door.function.metricErrors({ period: SOON }),
    threshold: 1,
    description: `${name} door: an invocation crashed or ran out of time or memory.`,
  },
  [`${name}Throttles`]: {
    metric: door.function.metricThrottles({ period: SOON }),
    threshold: 1,
    description: `${name} door: turned callers away for lack of concurrency; raise the account's limit.`,
  },
  [`${name}Slow`]: {
    metric: door.function.metricDuration({ period: SOON, statistic: 'p99' }),
    threshold: slow,
    description: `${name} door: one call in a hundred takes ${slow / 1_000} s or more.`,
  },
});

const spendingRules = ({ settings, metrics }: AlarmsProps): Record<string, Rule> => ({
  SearchesNearlySpent: {
    metric: metrics.read('Searches', { statistic: 'sum', period: DAY }),
    threshold: nearly(settings.allSearchesPerDay),
    description: 'Providers are paid per search: four fifths of the day’s standard searches are used.',
  },
  DeepSearchesNearlySpent: {
    metric: metrics.read('DeepSearches', { statistic: 'sum', period: DAY }),
    threshold: nearly(settings.allDeepSearchesPerDay),
    description: 'Providers are paid per search: four fifths of the day’s deep searches are used.',
  },
});

const nearly = (limit: number): number => Math.max(1, Math.floor(limit * NEARLY_SPENT));

function sumOverProviders(metrics: LogMetrics): IMetric {
  const read = (of: string) => metrics.read('ProviderFailures', { of, statistic: 'sum', period: SOON });
  return new MathExpression({
    expression: 'SUM(METRICS())',
    label: 'Failed provider calls',
    period: SOON,
    usingMetrics: Object.fromEntries(PROVIDERS.map((provider, index) => [`p${index}`, read(provider)])),
  });
}
