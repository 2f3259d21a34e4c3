import { Duration } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  LogQueryWidget,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { OUTCOMES } from '#shared/outcome.ts';
import { STEPS } from '#shared/steps.ts';
import { EDGE_REGION } from '../../settings/schema.ts';
import type { Door } from '../door.ts';
import type { Alarms } from './alarms.ts';
import type { LogMetric, LogMetrics } from './log-metrics.ts';
import { PROVIDERS } from './log-metrics.ts';

interface DashboardProps {
  name: string;
  searchDoor: Door;
  chatsDoor: Door;
  table: ITable | Table;
  distribution: Distribution;
  metrics: LogMetrics;
  alarms: Alarms;
}

const HALF = 12;
const FULL = 24;
const period = Duration.minutes(5);

/** One page that answers, from the top: is anything wrong, do searches work, what is slow, who is turned away. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { searchDoor, chatsDoor, table, distribution, metrics, alarms } = props;
    const byName = (metric: LogMetric, names: readonly string[], statistic: string) =>
      names.map((of) => metrics.read(metric, { of, statistic, period }));
    const steps = STEPS.map((step) => step.id);
    new CloudWatchDashboard(this, 'Dashboard', {
      dashboardName: props.name,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.all], width: FULL, height: 3 })],
        [
          graph('Searches by outcome', byName('SearchDuration', OUTCOMES, 'n')),
          graph('Search time, p50 and p99 (ms)', [
            ...byName('SearchDuration', ['answered'], 'p50'),
            ...byName('SearchDuration', ['answered'], 'p99'),
          ]),
        ],
        [
          graph('Steps, p90 (ms)', byName('StepDuration', steps, 'p90')),
          graph('Steps that failed', byName('StepFailures', steps, 'sum')),
        ],
        [
          graph('Provider calls, p90 (ms)', byName('ProviderDuration', PROVIDERS, 'p90')),
          graph('Provider calls that failed', byName('ProviderFailures', PROVIDERS, 'sum')),
        ],
        [graph('Search door', doorMetrics(searchDoor)), graph('Chats door', doorMetrics(chatsDoor))],
        [
          graph('Table: units used', [
            table.metricConsumedReadCapacityUnits({ period }),
            table.metricConsumedWriteCapacityUnits({ period }),
          ]),
          graph('Site: requests and errors in per cent', ...siteMetrics(distribution)),
        ],
        [recentErrors([searchDoor, chatsDoor])],
      ],
    });
  }
}

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: HALF, height: 6 });

const doorMetrics = ({ function: door }: Door): IMetric[] => [
  door.metricInvocations({ period }),
  door.metricErrors({ period }),
  door.metricThrottles({ period }),
  door.metric('ConcurrentExecutions', { period, statistic: 'max' }),
];

/** CloudFront keeps its metrics in us-east-1, whatever the region of the stack. */
function siteMetrics({ distributionId }: Distribution): [IMetric[], IMetric[]] {
  const read = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      statistic,
      period,
      region: EDGE_REGION,
      dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    });
  return [[read('Requests', 'sum')], [read('4xxErrorRate', 'avg'), read('5xxErrorRate', 'avg')]];
}

const recentErrors = (doors: readonly Door[]): LogQueryWidget =>
  new LogQueryWidget({
    title: 'Latest errors and warnings',
    logGroupNames: doors.map((door) => door.logGroup.logGroupName),
    queryLines: [
      'fields @timestamp, level, coalesce(message.event, message.errorMessage, message) as what, requestId',
      'filter level in ["ERROR", "WARN", "FATAL"]',
      'sort @timestamp desc',
      'limit 50',
    ],
    width: FULL,
    height: 8,
  });
