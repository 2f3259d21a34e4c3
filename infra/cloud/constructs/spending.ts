import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { resourcePrefix } from '../settings/names.ts';
import type { Settings } from '../settings/schema.ts';
import type { AlertTopic } from './observation/alert-topic.ts';

interface SpendingProps {
  settings: Settings;
  /** Where the alarms go. */
  topic: AlertTopic;
}

/** A monthly budget for the account's AWS bill that speaks up at 80 and 100 per cent, and when the forecast passes it. */
export class Spending extends Construct {
  constructor(scope: Construct, id: string, { settings, topic }: SpendingProps) {
    super(scope, id);
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { comparisonOperator: 'GREATER_THAN', notificationType, threshold },
      subscribers,
    });
    const budget = new CfnBudget(this, 'Budget', {
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
