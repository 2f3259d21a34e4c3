import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { resourcePrefix } from '../../settings/names.ts';
import type { Settings } from '../../settings/schema.ts';
import type { Door } from '../door.ts';
import { Alarms } from './alarms.ts';
import { AlertTopic } from './alert-topic.ts';
import { Dashboard } from './dashboard.ts';
import { LogMetrics } from './log-metrics.ts';

interface ObservationProps {
  settings: Settings;
  searchDoor: Door;
  chatsDoor: Door;
  table: ITable | Table;
  distribution: Distribution;
}

/** Metrics from the logs, alarms with a topic they go to, and one dashboard. */
export class Observation extends Construct {
  readonly topic: AlertTopic;
  readonly dashboardName: string;

  constructor(scope: Construct, id: string, props: ObservationProps) {
    super(scope, id);
    const { settings, searchDoor, chatsDoor } = props;
    this.topic = new AlertTopic(this, 'Alerts', settings);
    const metrics = new LogMetrics(this, 'LogMetrics', {
      logGroup: searchDoor.logGroup,
      stage: settings.stage,
    });
    const alarms = new Alarms(this, 'Alarms', {
      settings,
      searchDoor,
      chatsDoor,
      metrics,
      topic: this.topic,
    });
    this.dashboardName = resourcePrefix(settings);
    new Dashboard(this, 'Overview', { ...props, metrics, alarms, name: this.dashboardName });
  }
}
