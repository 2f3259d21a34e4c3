import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { resourcePrefix } from '../../settings/names.ts';
import type { Settings } from '../../settings/schema.ts';
import type { ApiFunction } from '../functions.ts';
import { Alarms, AlertTopic } from './alerts.ts';
import { Dashboard } from './dashboard.ts';
import { LogMetrics } from './metrics.ts';

interface ObservationProps {
  settings: Settings;
  searchFunction: ApiFunction;
  chatsFunction: ApiFunction;
  table: dynamodb.ITable | dynamodb.Table;
  distribution: cloudfront.Distribution;
}

/** Metrics from the logs, alarms with a topic they go to, and one dashboard. */
export class Observation extends Construct {
  readonly topic: AlertTopic;
  readonly dashboardName: string;

  constructor(scope: Construct, id: string, props: ObservationProps) {
    super(scope, id);
    const { settings, searchFunction, chatsFunction } = props;
    this.topic = new AlertTopic(this, 'Alerts', settings);
    const metrics = new LogMetrics(this, 'LogMetrics', {
      logGroup: searchFunction.logGroup,
      stage: settings.stage,
    });
    const alarms = new Alarms(this, 'Alarms', {
      settings,
      searchFunction,
      chatsFunction,
      metrics,
      topic: this.topic,
    });
    this.dashboardName = resourcePrefix(settings);
    new Dashboard(this, 'Overview', { ...props, metrics, alarms, name: this.dashboardName });
  }
}
