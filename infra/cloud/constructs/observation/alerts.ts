import { Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct, type IDependable } from 'constructs';
import { accountPrefix } from '../../settings/names.ts';
import type { Settings } from '../../settings/schema.ts';

/**
 * Notified by a region's alarms and by the budget. Its policy replaces the default SNS topic policy, which lets the whole account publish:
 * services not allowed here are denied silently. Both services publish for every AWS account, so each statement is limited to this one.
 */
export class AlertTopic extends sns.Topic {
  constructor(scope: Construct, id: string, { alarmEmail }: Pick<Settings, 'alarmEmail'>) {
    super(scope, id, { enforceSSL: true });
    if (alarmEmail !== undefined) this.addSubscription(new subscriptions.EmailSubscription(alarmEmail));
    const { region, account } = Stack.of(this);
    this.#allowWriting('cloudwatch.amazonaws.com', `arn:aws:cloudwatch:${region}:${account}:alarm:*`);
  }

  /** @returns the permission, for resources that must be created after it */
  allowBudgets(): IDependable {
    return this.#allowWriting('budgets.amazonaws.com', `arn:aws:budgets::${Stack.of(this).account}:*`);
  }

  #allowWriting(service: string, sources: string): IDependable {
    const { policyDependable } = this.addToResourcePolicy(
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
    return policyDependable ?? this;
  }
}

/** A monthly budget for the account's AWS bill that notifies `topic` at 80 and 100 per cent, and when the forecast exceeds it. */
export class Spending extends Construct {
  constructor(scope: Construct, id: string, { settings, topic }: { settings: Settings; topic: AlertTopic }) {
    super(scope, id);
    const permission = topic.allowBudgets();
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { comparisonOperator: 'GREATER_THAN', notificationType, threshold },
      subscribers,
    });
    const budget = new budgets.CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `${accountPrefix(settings)}-monthly`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: settings.monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('ACTUAL', 80), notice('ACTUAL', 100), notice('FORECASTED', 100)],
    });
    // AWS publishes to the topic when the budget is created, which needs the topic's policy.
    budget.node.addDependency(permission);
  }
}
