import { type aws_cognito as cognito, aws_wafv2 as wafv2 } from 'aws-cdk-lib';
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
    const acl = createAcl(this, {
      description: `Rates and managed rules for stage ${stage}`,
      scope: 'CLOUDFRONT',
      name: resourcePrefix({ stage }),
      customResponseBodies: { [TOO_MANY]: { contentType: 'APPLICATION_JSON', content: tooManyRequests() } },
      rules: [
        rate('searches-per-address', SEARCHES, { only: STARTS_A_SEARCH, answer }),
        rate('requests-per-address', REQUESTS, { answer }),
        managed('AWSManagedRulesAmazonIpReputationList'),
        managed('AWSManagedRulesKnownBadInputsRuleSet'),
        managed('AWSManagedRulesCommonRuleSet', ONLY_COUNTED),
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

/**
 * AWS WAF before the user pool, which browsers ask directly and never through CloudFront. It bounds how many passwords and mail
 * addresses one address can try; the rules over what requests contain are left out, since Cognito alone reads them.
 */
export class UserPoolFirewall extends Construct {
  constructor(scope: Construct, id: string, stage: string, userPool: cognito.IUserPool) {
    super(scope, id);
    const acl = createAcl(this, {
      description: `Rates for the accounts of stage ${stage}`,
      scope: 'REGIONAL',
      name: `${resourcePrefix({ stage })}-accounts`,
      rules: [
        rate('account-requests-per-address', ACCOUNT_REQUESTS),
        managed('AWSManagedRulesAmazonIpReputationList'),
      ],
    });
    new wafv2.CfnWebACLAssociation(this, 'BeforeUserPool', {
      webAclArn: acl.attrArn,
      resourceArn: userPool.userPoolArn,
    });
  }
}

type Rule = Omit<wafv2.CfnWebACL.RuleProperty, 'priority'>;

interface AclProps extends Pick<wafv2.CfnWebACLProps, 'description' | 'scope' | 'customResponseBodies'> {
  /** In the metrics. */
  name: string;
  /** In the order in which they are tried. */
  rules: readonly Rule[];
}

/** Lets through what no rule blocks. */
const createAcl = (scope: Construct, { name, rules, ...props }: AclProps): wafv2.CfnWebACL =>
  new wafv2.CfnWebACL(scope, 'Acl', {
    ...props,
    defaultAction: { allow: {} },
    visibilityConfig: visibility(name),
    rules: rules.map((rule, priority) => ({ ...rule, priority })),
  });

interface RateOptions {
  /** Which requests are counted; all when absent. */
  only?: wafv2.CfnWebACL.StatementProperty;
  /** What a blocked caller is told; WAF's own 403 when absent. */
  answer?: wafv2.CfnWebACL.CustomResponseProperty;
}

/** Blocks an address that makes more requests than `limit` within the window. */
const rate = (name: string, limit: number, { only, answer }: RateOptions = {}): Rule => ({
  name,
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

/** A group of rules that AWS maintains; those that are only counted block nobody. */
const managed = (name: string, onlyCounted: readonly string[] = []): Rule => ({
  name,
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
