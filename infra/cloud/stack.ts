import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Artifacts } from './artifacts.ts';
import { Data } from './constructs/data.ts';
import { SiteFirewall, UserPoolFirewall } from './constructs/firewall.ts';
import { ChatsFunction, SearchFunction } from './constructs/functions.ts';
import { Identity } from './constructs/identity.ts';
import { Spending } from './constructs/observation/alerts.ts';
import { Observation } from './constructs/observation/observation.ts';
import { ProviderKeys } from './constructs/provider-keys.ts';
import { Site } from './constructs/site/site.ts';
import { EDGE_REGION, type Settings } from './settings/schema.ts';

interface ExpertscopeStackProps extends StackProps {
  settings: Settings;
  artifacts: Artifacts;
  /** The firewall of the edge stack, for a stage that is not in us-east-1. */
  firewallArn: string | undefined;
}

/** One stage of the whole product. */
export class ExpertscopeStack extends Stack {
  constructor(scope: Construct, id: string, props: ExpertscopeStackProps) {
    super(scope, id, props);
    const { settings, artifacts } = props;
    const data = new Data(this, 'Data', settings);
    const identity = new Identity(this, 'Identity', settings);
    const keys = new ProviderKeys(this, 'ProviderKeys', settings);
    const common = { settings, data, identity };
    const searchFunction = new SearchFunction(this, 'Search', {
      ...common,
      keys,
      code: artifacts.functions.search,
    });
    const chatsFunction = new ChatsFunction(this, 'Chats', { ...common, code: artifacts.functions.chats });
    if (settings.waf) new UserPoolFirewall(this, 'UserPoolFirewall', settings.stage, identity.userPool);
    const firewallArn = settings.waf ? (props.firewallArn ?? this.#firewall(settings)) : undefined;
    const site = new Site(this, 'Site', {
      settings,
      identity,
      searchFunction,
      chatsFunction,
      firewallArn,
      source: artifacts.site,
    });
    const { distribution } = site;
    const observation = new Observation(this, 'Observation', {
      settings,
      searchFunction,
      chatsFunction,
      distribution,
      table: data.table,
    });
    new Spending(this, 'Spending', { settings, topic: observation.topic });
    this.#print({
      SiteAddress: site.address,
      DistributionDomain: distribution.distributionDomainName,
      ProviderKeysSecret: keys.arn,
      SearchFunction: searchFunction.lambda.functionName,
      SearchLog: searchFunction.logGroup.logGroupName,
      ChatsLog: chatsFunction.logGroup.logGroupName,
      Table: data.table.tableName,
      UserPool: identity.userPool.userPoolId,
      Dashboard: observation.dashboardName,
      ...(identity.oauthDomain !== undefined && {
        GoogleRedirectAddress: `https://${identity.oauthDomain}/oauth2/idpresponse`,
      }),
    });
  }

  #firewall(settings: Settings): string {
    if (settings.region !== EDGE_REGION) throw new Error(`The firewall must be in ${EDGE_REGION}.`);
    return new SiteFirewall(this, 'Firewall', settings).arn;
  }

  #print(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }
}

/** What CloudFront takes from us-east-1 only, for a stage in another region. */
export class EdgeStack extends Stack {
  readonly firewallArn: string;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, props);
    this.firewallArn = new SiteFirewall(this, 'Firewall', settings).arn;
  }
}
