import type { StackProps } from 'aws-cdk-lib';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Artifacts } from './artifacts/artifacts.ts';
import { ChatsDoor } from './constructs/chats-door.ts';
import { Data } from './constructs/data.ts';
import { SiteFirewall } from './constructs/firewall/site-firewall.ts';
import { UserPoolFirewall } from './constructs/firewall/user-pool-firewall.ts';
import { Identity } from './constructs/identity.ts';
import { Observation } from './constructs/observation/observation.ts';
import { ProviderKeys } from './constructs/provider-keys.ts';
import { SearchDoor } from './constructs/search-door.ts';
import { Site } from './constructs/site/site.ts';
import { Spending } from './constructs/spending.ts';
import type { Settings } from './settings/schema.ts';
import { EDGE_REGION } from './settings/schema.ts';

export interface ExpertscopeStackProps extends StackProps {
  settings: Settings;
  artifacts: Artifacts;
  /** A firewall that stands elsewhere, since CloudFront takes them from us-east-1 only. */
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
    const { search, chats } = artifacts.doors;
    const searchDoor = new SearchDoor(this, 'Search', { code: search, settings, data, identity, keys });
    const chatsDoor = new ChatsDoor(this, 'Chats', { code: chats, settings, data, identity });
    if (settings.waf)
      new UserPoolFirewall(this, 'UserPoolFirewall', {
        stage: settings.stage,
        userPool: identity.userPool,
      });
    const firewallArn = settings.waf ? (props.firewallArn ?? this.#firewall(settings)) : undefined;
    const site = new Site(this, 'Site', {
      settings,
      identity,
      searchDoor,
      chatsDoor,
      firewallArn,
      source: artifacts.site,
    });
    const { distribution } = site;
    const observation = new Observation(this, 'Observation', {
      settings,
      searchDoor,
      chatsDoor,
      distribution,
      table: data.table,
    });
    new Spending(this, 'Spending', { settings, topic: observation.topic });
    this.#print({
      SiteAddress: site.address,
      DistributionDomain: distribution.distributionDomainName,
      ProviderKeysSecret: keys.arn,
      SearchFunction: searchDoor.function.functionName,
      SearchLog: searchDoor.logGroup.logGroupName,
      ChatsLog: chatsDoor.logGroup.logGroupName,
      Table: data.table.tableName,
      UserPool: identity.userPool.userPoolId,
      Dashboard: observation.dashboardName,
      ...(identity.oauthDomain !== undefined && {
        GoogleRedirectAddress: `https://${identity.oauthDomain}/oauth2/idpresponse`,
      }),
    });
  }

  #firewall(settings: Settings): string {
    if (settings.region !== EDGE_REGION) throw new Error(`The firewall must stand in ${EDGE_REGION}.`);
    return new SiteFirewall(this, 'Firewall', settings).arn;
  }

  #print(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }
}
