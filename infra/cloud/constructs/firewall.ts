import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { HTTP_ERRORS } from '#shared/errors.ts';
import { resourcePrefix } from '../settings/names.ts';

/** Requests of one address within the window; people stay far below, offices behind one address too. */
const WINDOW_SECONDS = 300;
const REQUESTS_PER_ADDRESS = 2_000;
const SEARCHES_PER_ADDRESS = 100;

/** Rules that look for attacks on software we do not run in bodies that are people's own words: they only count. */
const ONLY_COUNTED = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

const TOO_MANY = 'too-many-requests';

/** AWS WAF before CloudFront: rates per address and AWS's managed rules. Stands in us-east-1, as CloudFront asks. */
export class Firewall extends Construct {
  readonly arn: string;
  /** Name under which its metrics are kept. */
  readonly metricName: string;

  constructor(scope: Construct, id: string, { stage }: { stage: string }) {
    super(scope, id);
    this.metricName = resourcePrefix({ stage });
    const acl = new CfnWebACL(this, 'Acl', {
      description: `Rates and managed rules for stage ${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(this.metricName),
      customResponseBodies: { [TOO_MANY]: { contentType: 'APPLICATION_JSON', content: tooManyRequests() } },
      rules: [
        rate('searches-per-address', 0, SEARCHES_PER_ADDRESS, STARTS_A_SEARCH),
        rate('requests-per-address', 1, REQUESTS_PER_ADDRESS),
        managed('AWSManagedRulesAmazonIpReputationList', 2),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 3),
        managed('AWSManagedRulesCommonRuleSet', 4, ONLY_COUNTED),
      ],
    });
    this.arn = acl.attrArn;
  }
}

const STARTS_A_SEARCH: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      matches({ method: {} }, 'EXACTLY', 'POST'),
      matches({ uriPath: {} }, 'STARTS_WITH', '/api/searches'),
    ],
  },
};

function matches(
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  positionalConstraint: string,
  searchString: string,
): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'NONE' }];
  return { byteMatchStatement: { fieldToMatch, positionalConstraint, searchString, textTransformations } };
}

function rate(
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    visibilityConfig: visibility(name),
    action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: TOO_MANY } } },
    statement: {
      rateBasedStatement: {
        limit,
        aggregateKeyType: 'IP',
        evaluationWindowSec: WINDOW_SECONDS,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
  };
}

function managed(
  name: string,
  priority: number,
  onlyCounted: readonly string[] = [],
): CfnWebACL.RuleProperty {
  const ruleActionOverrides = onlyCounted.map((rule) => ({ name: rule, actionToUse: { count: {} } }));
  return {
    name,
    priority,
    visibilityConfig: visibility(name),
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, ruleActionOverrides } },
  };
}

const visibility = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});

/** The JSON error of the contract, so that the page can say it. */
const tooManyRequests = (): string =>
  JSON.stringify({ error: { code: 'quota-exceeded', message: HTTP_ERRORS['quota-exceeded'].message } });
