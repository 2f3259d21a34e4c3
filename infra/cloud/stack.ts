import { Annotations, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type * as sns from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Artifacts } from './artifacts.ts';
import { Data } from './constructs/data.ts';
import { SiteFirewall, UserPoolFirewall } from './constructs/firewall.ts';
import { ChatsFunction, SearchFunction } from './constructs/functions.ts';
import { Identity } from './constructs/identity.ts';
import { Alarms, siteRules } from './constructs/observation/alarms.ts';
import { AlertTopic, Spending } from './constructs/observation/alerts.ts';
import { Observation } from './constructs/observation/observation.ts';
import { ProviderKeys } from './constructs/provider-keys.ts';
import { SimulatedProviders } from './constructs/simulated-providers.ts';
import { Site } from './constructs/site/site.ts';
import { EDGE_REGION } from './settings/regions.ts';
import type { Settings } from './settings/schema.ts';

interface ExpertscopeStackProps extends StackProps {
  settings: Settings;
  artifacts: Artifacts;
  /** The edge stack's firewall, for a stage outside us-east-1. */
  firewallArn: string | undefined;
}

/** One stage of the whole product. In us-east-1 it includes the resources that exist only there. */
export class ExpertscopeStack extends Stack {
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, props: ExpertscopeStackProps) {
    super(scope, id, props);
    const { settings, artifacts } = props;
    const data = new Data(this, 'Data', { settings, code: artifacts.functions.deployment });
    const identity = new Identity(this, 'Identity', { settings, code: artifacts.functions.signUp });
    const providers =
      settings.providers === 'simulated'
        ? new SimulatedProviders(this, 'SimulatedProviders', {
            settings,
            code: artifacts.functions.simulated,
          })
        : new ProviderKeys(this, 'ProviderKeys', settings);
    const common = { settings, data, identity };
    const searchFunction = new SearchFunction(this, 'Search', {
      ...common,
      providers,
      code: artifacts.functions.search,
    });
    const chatsFunction = new ChatsFunction(this, 'Chats', { ...common, code: artifacts.functions.chats });
    if (settings.accountsFirewall)
      new UserPoolFirewall(this, 'UserPoolFirewall', settings, identity.userPool);
    else if (settings.allowedAddresses.length > 0)
      Annotations.of(this).addWarningV2(
        'Expertscope:accountsFromAnywhere',
        'Without accountsFirewall=true, allowedAddresses does not apply to the user pool, which browsers call directly: accounts can be created and signed in to from anywhere, though not used.',
      );
    const isAtEdge = settings.region === EDGE_REGION;
    const firewallArn =
      settings.siteFirewall && isAtEdge
        ? new SiteFirewall(this, 'Firewall', settings).arn
        : props.firewallArn;
    const site = new Site(this, 'Site', {
      settings,
      identity,
      searchFunction,
      chatsFunction,
      firewallArn,
      source: artifacts.site,
    });
    this.distribution = site.distribution;
    const observation = new Observation(this, 'Observation', {
      settings,
      searchFunction,
      chatsFunction,
      distribution: site.distribution,
      table: data.table,
      signUpLog: identity.signUpLog,
    });
    if (isAtEdge) new Spending(this, 'Spending', { settings, topic: observation.topic });
    this.#print({
      SiteAddress: site.address,
      DistributionDomain: site.distribution.distributionDomainName,
      ...(providers instanceof ProviderKeys && { ProviderKeysSecret: providers.arn }),
      SearchFunction: searchFunction.lambda.functionName,
      SearchFunctionUrl: searchFunction.url.url,
      ChatsFunctionUrl: chatsFunction.url.url,
      SearchLog: searchFunction.logGroup.logGroupName,
      ChatsLog: chatsFunction.logGroup.logGroupName,
      ...(identity.signUpLog && { SignUpLog: identity.signUpLog.logGroupName }),
      Table: data.table.tableName,
      UserPool: identity.userPool.userPoolId,
      Dashboard: observation.dashboardName,
      ...identity.providerAddresses,
    });
  }

  #print(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }
}

type EdgeProps = StackProps & { settings: Settings };

/**
 * What AWS offers in us-east-1 only, for a stage in another region: the firewall for CloudFront, and the budget. The stack exists without a
 * firewall too, so that switching the firewall off removes it with the next deployment.
 */
export class EdgeStack extends Stack {
  /** Undefined if the site's firewall is switched off. */
  readonly firewallArn: string | undefined;
  readonly topic: sns.ITopic;

  constructor(scope: Construct, id: string, { settings, ...props }: EdgeProps) {
    super(scope, id, props);
    if (settings.siteFirewall) this.firewallArn = new SiteFirewall(this, 'Firewall', settings).arn;
    const topic = new AlertTopic(this, 'Alerts', settings);
    new Spending(this, 'Spending', { settings, topic });
    this.topic = topic;
  }
}

/** CloudFront's alarms for a stage in another region: they must be in us-east-1, where the metrics are. */
export class EdgeAlarmsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    {
      distribution,
      topic,
      ...props
    }: StackProps & { distribution: cloudfront.Distribution; topic: sns.ITopic },
  ) {
    super(scope, id, props);
    new Alarms(this, 'Alarms', { rules: siteRules(distribution), topic });
  }
}
