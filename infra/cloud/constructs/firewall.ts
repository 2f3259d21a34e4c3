import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { HTTP_ERRORS } from '#shared/errors.ts';
import { resourcePrefix } from '../settings/names.ts';

/** Requests of one address within the window; people stay far below, offices behind one address too. A sign-in takes two. */
const REQUESTS = 2_000;
const SEARCHES = 100;
const ACCOUNT_REQUESTS = 300;
const WINDOW_SECONDS = 300;

/** Rules that look for attacks on software we do not run in bodies that are people's own words: they only count. */
const ONLY_COUNTED = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

const TOO_MANY = 'too-many-requests';

/** AWS WAF before CloudFront: rates per address and AWS's managed rules. It is in us-east-1, as CloudFront requires. */
export class SiteFirewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { stage }: { stage: string }) {
    super(scope, id);
    const answer = { responseCode: 429, customResponseBodyKey: TOO_MANY };
    const acl = new wafv2.CfnWebACL(this, 'Acl', {
      description: `Rates and managed rules for stage ${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(resourcePrefix({ stage })),
      customResponseBodies: { [TOO_MANY]: { contentType: 'APPLICATION_JSON', content: tooManyRequests() } },
      rules: [
        rate({
          name: 'searches-per-address',
          priority: 0,
          limit: SEARCHES,
          only: STARTS_A_SEARCH,
          answer,
        }),
        rate({ name: 'requests-per-address', priority: 1, limit: REQUESTS, answer }),
        managed({ name: 'AWSManagedRulesAmazonIpReputationList', priority: 2 }),
        managed({ name: 'AWSManagedRulesKnownBadInputsRuleSet', priority: 3 }),
        managed({ name: 'AWSManagedRulesCommonRuleSet', priority: 4, onlyCounted: ONLY_COUNTED }),
      ],
    });
    this.arn = acl.attrArn;
  }
}

const STARTS_A_SEARCH: wafv2.CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      matches({ method: {} }, 'EXACTLY', 'POST'),
      matches({ uriPath: {} }, 'STARTS_WITH', '/api/searches'),
    ],
  },
};

function matches(
  fieldToMatch: wafv2.CfnWebACL.FieldToMatchProperty,
  positionalConstraint: string,
  searchString: string,
): wafv2.CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'NONE' }];
  return { byteMatchStatement: { fieldToMatch, positionalConstraint, searchString, textTransformations } };
}

/** The API's JSON error, so that the page can show it. */
const tooManyRequests = (): string =>
  JSON.stringify({ error: { code: 'quota-exceeded', message: HTTP_ERRORS['quota-exceeded'].message } });

interface UserPoolFirewallProps {
  stage: string;
  userPool: cognito.IUserPool;
}

/**
 * AWS WAF before the user pool, which browsers ask directly and never through CloudFront. It bounds how many passwords and mail
 * addresses one address can try; the rules over what requests contain are left out, since Cognito alone reads them.
 */
export class UserPoolFirewall extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: UserPoolFirewallProps) {
    super(scope, id);
    const acl = new wafv2.CfnWebACL(this, 'Acl', {
      description: `Rates for the accounts of stage ${stage}`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(`${resourcePrefix({ stage })}-accounts`),
      rules: [
        rate({ name: 'account-requests-per-address', priority: 0, limit: ACCOUNT_REQUESTS }),
        managed({ name: 'AWSManagedRulesAmazonIpReputationList', priority: 1 }),
      ],
    });
    new wafv2.CfnWebACLAssociation(this, 'BeforeUserPool', {
      webAclArn: acl.attrArn,
      resourceArn: userPool.userPoolArn,
    });
  }
}

interface RateOptions {
  name: string;
  priority: number;
  /** Requests of one address within the window. */
  limit: number;
  /** Which requests are counted; all when absent. */
  only?: wafv2.CfnWebACL.StatementProperty;
  /** What a blocked caller is told; WAF's own 403 when absent. */
  answer?: wafv2.CfnWebACL.CustomResponseProperty;
}

/** Blocks an address that asks too often. */
const rate = ({ name, priority, limit, only, answer }: RateOptions): wafv2.CfnWebACL.RuleProperty => ({
  name,
  priority,
  visibilityConfig: visibility(name),
  action: { block: answer === undefined ? {} : { customResponse: answer } },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: WINDOW_SECONDS,
      ...(only && { scopeDownStatement: only }),
    },
  },
});

interface ManagedOptions {
  name: string;
  priority: number;
  /** Rules of the group that count and block nobody. */
  onlyCounted?: readonly string[];
}

/** A group of rules that AWS maintains. */
const managed = ({ name, priority, onlyCounted = [] }: ManagedOptions): wafv2.CfnWebACL.RuleProperty => ({
  name,
  priority,
  visibilityConfig: visibility(name),
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: onlyCounted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
});

const visibility = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});
