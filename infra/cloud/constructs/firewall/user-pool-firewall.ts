import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { resourcePrefix } from '../../settings/names.ts';
import { managed, rate, visibility } from './rules.ts';

/** A sign-in takes two. */
const REQUESTS_PER_ADDRESS = 300;

interface UserPoolFirewallProps {
  stage: string;
  userPool: IUserPool;
}

/**
 * AWS WAF before the user pool, which browsers ask directly and never through CloudFront. It bounds how many passwords and mail
 * addresses one address can try; the rules over what requests contain are left out, since Cognito alone reads them.
 */
export class UserPoolFirewall extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: UserPoolFirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      description: `Rates for the accounts of stage ${stage}`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(`${resourcePrefix({ stage })}-accounts`),
      rules: [
        rate({ name: 'account-requests-per-address', priority: 0, limit: REQUESTS_PER_ADDRESS }),
        managed({ name: 'AWSManagedRulesAmazonIpReputationList', priority: 1 }),
      ],
    });
    new CfnWebACLAssociation(this, 'BeforeUserPool', {
      webAclArn: acl.attrArn,
      resourceArn: userPool.userPoolArn,
    });
  }
}
