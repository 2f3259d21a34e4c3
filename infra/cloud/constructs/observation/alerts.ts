import { Duration, Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { resourcePrefix } from '../../settings/names.ts';
import type { Settings } from '../../settings/schema.ts';
import type { ApiFunction } from '../functions.ts';
import { type LogMetrics, PROVIDERS } from './metrics.ts';

/**
 * Where alarms and the budget write. Its policy replaces the one SNS gives a topic, which lets the whole account write: whoever is not
 * allowed here is refused silently. Both services write for every AWS account, so each is limited to this one.
 */
export class AlertTopic extends sns.Topic {
  constructor(scope: Construct, id: string, { alarmEmail }: Pick<Settings, 'alarmEmail'>) {
    super(scope, id, { enforceSSL: true });
    if (alarmEmail !== undefined) this.addSubscription(new subscriptions.EmailSubscription(alarmEmail));
    const { region, account } = Stack.of(this);
    this.#allowWriting('cloudwatch.amazonaws.com', `arn:aws:cloudwatch:${region}:${account}:alarm:*`);
    this.#allowWriting('budgets.amazonaws.com', `arn:aws:budgets::${account}:*`);
  }

  #allowWriting(service: string, sources: string): void {
    this.addToResourcePolicy(
      new iam.PolicyStatement({
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        principals: [new iam.ServicePrincipal(service)],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnLike: { 'aws:SourceArn': sources },
        },
      }),
    );
  }
}

interface AlarmsProps {
  settings: Settings;
  searchFunction: ApiFunction;
  chatsFunction: ApiFunction;
  metrics: LogMetrics;
  topic: sns.ITopic;
}

interface Rule {
  metric: cloudwatch.IMetric;
  threshold: number;
  description: string;
}

const FIVE_MINUTES = Duration.minutes(5);
const DAY = Duration.days(1);
/** Reading one's own chats takes tens of milliseconds; at this, a person is waiting. In milliseconds. */
const SLOW_CHATS = 3_000;
const PROVIDER_FAILURES = 20;
/** Share of the day's limit at which somebody should look. */
const NEARLY_SPENT = 0.8;

/** What needs a person's attention: errors, throttling, slowness and spending. */
export class Alarms extends Construct {
  readonly all: readonly cloudwatch.Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { settings, searchFunction, chatsFunction } = props;
    const rules: Record<string, Rule> = {
      ...functionRules('Search', searchFunction, settings.searchDeadlineSeconds * 1_000),
      ...functionRules('Chats', chatsFunction, SLOW_CHATS),
      ...spendingRules(props),
      ProviderFailures: {
        metric: sumOverProviders(props.metrics),
        threshold: PROVIDER_FAILURES,
        description:
          "Providers fail: a key, an account without credit, or the provider itself. See the search function's log.",
      },
    };
    this.all = Object.entries(rules).map(([name, rule]) => this.#alarm(name, rule, props.topic));
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

const functionRules = (
  name: string,
  { lambda }: ApiFunction,
  slowMilliseconds: number,
): Record<string, Rule> => ({
  [`${name}Errors`]: {
    metric: lambda.metricErrors({ period: FIVE_MINUTES }),
    threshold: 1,
    description: `${name} function: an invocation crashed or ran out of time or memory.`,
  },
  [`${name}Throttles`]: {
    metric: lambda.metricThrottles({ period: FIVE_MINUTES }),
    threshold: 1,
    description: `${name} function: turned callers away for lack of concurrency; raise the account's limit.`,
  },
  [`${name}Slow`]: {
    metric: lambda.metricDuration({ period: FIVE_MINUTES, statistic: 'p99' }),
    threshold: slowMilliseconds,
    description: `${name} function: one call in a hundred takes ${slowMilliseconds / 1_000} s or more.`,
  },
});

function spendingRules({ settings, metrics }: AlarmsProps): Record<string, Rule> {
  const rule = (metric: 'Searches' | 'DeepSearches', limit: number, kind: string): Rule => ({
    metric: metrics.read(metric, { statistic: 'sum', period: DAY }),
    threshold: Math.max(1, Math.floor(limit * NEARLY_SPENT)),
    description: `Providers are paid per search: four fifths of the day’s ${kind} searches are used.`,
  });
  return {
    SearchesNearlySpent: rule('Searches', settings.allSearchesPerDay, 'standard'),
    DeepSearchesNearlySpent: rule('DeepSearches', settings.allDeepSearchesPerDay, 'deep'),
  };
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

/** A monthly budget for the account's AWS bill that notifies `topic` at 80 and 100 per cent, and when the forecast exceeds it. */
export class Spending extends Construct {
  constructor(scope: Construct, id: string, { settings, topic }: Pick<AlarmsProps, 'settings' | 'topic'>) {
    super(scope, id);
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { comparisonOperator: 'GREATER_THAN', notificationType, threshold },
      subscribers,
    });
    const budget = new budgets.CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `${resourcePrefix(settings)}-monthly`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: settings.monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('ACTUAL', 80), notice('ACTUAL', 100), notice('FORECASTED', 100)],
    });
    // AWS tries the topic, and so its policy, when the budget is made.
    budget.node.addDependency(topic);
  }
}
