import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../../settings/schema.ts';

/**
 * Where alarms and the budget write. Its policy replaces the one SNS gives a topic, which lets the whole account write: whoever is not
 * let in here is turned away without a word. Both services write for every account of the world, so each is held to this one.
 */
export class AlertTopic extends Topic {
  constructor(scope: Construct, id: string, { alarmEmail }: Pick<Settings, 'alarmEmail'>) {
    super(scope, id, { enforceSSL: true });
    if (alarmEmail !== undefined) this.addSubscription(new EmailSubscription(alarmEmail));
    const { region, account } = Stack.of(this);
    this.#letWrite('cloudwatch.amazonaws.com', `arn:aws:cloudwatch:${region}:${account}:alarm:*`);
    this.#letWrite('budgets.amazonaws.com', `arn:aws:budgets::${account}:*`);
  }

  #letWrite(service: string, sources: string): void {
    this.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        principals: [new ServicePrincipal(service)],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnLike: { 'aws:SourceArn': sources },
        },
      }),
    );
  }
}
