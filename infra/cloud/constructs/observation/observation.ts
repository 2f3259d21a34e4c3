import { Annotations, Duration, Stack } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { OUTCOMES } from '#shared/message.ts';
import { STEPS } from '#shared/steps.ts';
import { accountPrefix } from '../../settings/names.ts';
import { EDGE_REGION } from '../../settings/regions.ts';
import type { Settings } from '../../settings/schema.ts';
import type { ApiFunction } from '../functions.ts';
import { Alarms, siteRules, stageRules } from './alarms.ts';
import { AlertTopic } from './alerts.ts';
import { type LogMetric, LogMetrics, PROVIDERS, siteMetric } from './metrics.ts';

interface ObservationProps {
  settings: Settings;
  searchFunction: ApiFunction;
  chatsFunction: ApiFunction;
  table: dynamodb.ITable | dynamodb.Table;
  distribution: cloudfront.Distribution;
  /** The log of the function that decides on sign-ups; undefined if there is none. */
  signUpLog: logs.ILogGroup | undefined;
}

/** Metrics from the logs, alarms with the topic they notify, and a dashboard. */
export class Observation extends Construct {
  readonly topic: AlertTopic;
  readonly dashboardName: string;

  constructor(scope: Construct, id: string, props: ObservationProps) {
    super(scope, id);
    const { settings, searchFunction, signUpLog } = props;
    this.topic = new AlertTopic(this, 'Alerts', settings);
    if (settings.alarmEmail === undefined)
      Annotations.of(this).addWarningV2(
        'Expertscope:noAlarmEmail',
        'Alarms and budget notices reach nobody: set alarmEmail, such as -c alarmEmail=operations@example.com.',
      );
    const metrics = new LogMetrics(this, 'LogMetrics', {
      logs: { search: searchFunction.logGroup, signUp: signUpLog },
      stage: settings.stage,
    });
    // An alarm must be in the same region as its metrics.
    const watchesSite = Stack.of(this).region === EDGE_REGION;
    const rules = {
      ...stageRules({ ...props, metrics, decidesSignUps: signUpLog !== undefined }),
      ...(watchesSite && siteRules(props.distribution)),
    };
    const alarms = new Alarms(this, 'Alarms', { rules, topic: this.topic });
    this.dashboardName = accountPrefix(settings);
    new Dashboard(this, 'Overview', { ...props, metrics, alarms, name: this.dashboardName });
  }
}

interface DashboardProps extends ObservationProps {
  name: string;
  metrics: LogMetrics;
  alarms: Alarms;
}

const HALF_WIDTH = 12;
const FULL_WIDTH = 24;
const period = Duration.minutes(5);

/** One page that answers, from top to bottom: is anything wrong, do searches work, what is slow, and who is being refused? */
class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { searchFunction, chatsFunction, table, distribution, metrics, alarms } = props;
    const byName = (metric: LogMetric, names: readonly string[], statistic: string) =>
      names.map((of) => metrics.read(metric, { of, statistic, period }));
    const steps = STEPS.map((step) => step.id);
    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: props.name,
      widgets: [
        [
          new cloudwatch.AlarmStatusWidget({
            title: 'Alarms',
            alarms: [...alarms.all],
            width: FULL_WIDTH,
            height: 3,
          }),
        ],
        [
          graph('Searches by outcome', byName('SearchDuration', OUTCOMES, 'n')),
          graph(
            'Search time, p50 and p99 (ms)',
            ['p50', 'p99'].map((statistic) =>
              metrics.read('SearchDuration', { of: 'answered', statistic, period, label: statistic }),
            ),
          ),
        ],
        [
          graph('Steps, p90 (ms)', byName('StepDuration', steps, 'p90')),
          graph('Failed steps', byName('StepFailures', steps, 'sum')),
        ],
        [
          graph('Provider calls, p90 (ms)', byName('ProviderDuration', PROVIDERS, 'p90')),
          graph('Failed provider calls', byName('ProviderFailures', PROVIDERS, 'sum')),
        ],
        [
          graph('Search function', functionMetrics(searchFunction)),
          graph('Chats function', functionMetrics(chatsFunction)),
        ],
        [
          graph('Table: capacity units used', [
            table.metricConsumedReadCapacityUnits({ period }),
            table.metricConsumedWriteCapacityUnits({ period }),
          ]),
          graph('Site: requests, and errors in per cent', ...siteMetrics(distribution)),
        ],
        [recentErrors([searchFunction, chatsFunction])],
      ],
    });
  }
}

const graph = (
  title: string,
  left: readonly cloudwatch.IMetric[],
  right: readonly cloudwatch.IMetric[] = [],
): cloudwatch.GraphWidget =>
  new cloudwatch.GraphWidget({ title, left: [...left], right: [...right], width: HALF_WIDTH, height: 6 });

const functionMetrics = ({ lambda }: ApiFunction): cloudwatch.IMetric[] => [
  lambda.metricInvocations({ period }),
  lambda.metricErrors({ period }),
  lambda.metricThrottles({ period }),
  lambda.metric('ConcurrentExecutions', { period, statistic: 'max' }),
];

const siteMetrics = (distribution: cloudfront.Distribution): [cloudwatch.IMetric[], cloudwatch.IMetric[]] => [
  [siteMetric(distribution, 'Requests', 'sum')],
  [siteMetric(distribution, '4xxErrorRate', 'avg'), siteMetric(distribution, '5xxErrorRate', 'avg')],
];

/**
 * Includes invocations and starts that Lambda ended itself, such as for lack of time or memory: those are in its own reports, which have no
 * level.
 */
const recentErrors = (functions: readonly ApiFunction[]): cloudwatch.LogQueryWidget =>
  new cloudwatch.LogQueryWidget({
    title: 'Latest errors and warnings',
    logGroupNames: functions.map(({ logGroup }) => logGroup.logGroupName),
    queryLines: [
      'fields @timestamp, coalesce(level, type) as kind, coalesce(message.event, message.errorMessage, message, record.status) as what, coalesce(requestId, record.requestId) as request',
      'filter level in ["ERROR", "WARN", "FATAL"] or (type in ["platform.report", "platform.initReport"] and record.status != "success")',
      'sort @timestamp desc',
      'limit 50',
    ],
    width: FULL_WIDTH,
    height: 8,
  });
