import type { StackProps } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { SiteFirewall } from './constructs/firewall/site-firewall.ts';
import type { Settings } from './settings/schema.ts';

/** What CloudFront takes from us-east-1 only, for a stage that stands in another region. */
export class EdgeStack extends Stack {
  readonly firewallArn: string;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, props);
    this.firewallArn = new SiteFirewall(this, 'Firewall', settings).arn;
  }
}
