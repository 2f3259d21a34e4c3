import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { HTTP_ERRORS } from '#shared/errors.ts';
import { resourcePrefix } from '../../settings/names.ts';
import { managed, rate, visibility } from './rules.ts';

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
export class SiteFirewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { stage }: { stage: string }) {
    super(scope, id);
    const answer = { responseCode: 429, customResponseBodyKey: TOO_MANY };
    const acl = new CfnWebACL(this, 'Acl', {
      description: `Rates and managed rules for stage ${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(resourcePrefix({ stage })),
      customResponseBodies: { [TOO_MANY]: { contentType: 'APPLICATION_JSON', content: tooManyRequests() } },
      rules: [
        rate({
          name: 'searches-per-address',
          priority: 0,
          limit: SEARCHES_PER_ADDRESS,
          only: STARTS_A_SEARCH,
          answer,
        }),
        rate({ name: 'requests-per-address', priority: 1, limit: REQUESTS_PER_ADDRESS, answer }),
        managed({ name: 'AWSManagedRulesAmazonIpReputationList', priority: 2 }),
        managed({ name: 'AWSManagedRulesKnownBadInputsRuleSet', priority: 3 }),
        managed({ name: 'AWSManagedRulesCommonRuleSet', priority: 4, onlyCounted: ONLY_COUNTED }),
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

/** The JSON error of the contract, so that the page can say it. */
const tooManyRequests = (): string =>
  JSON.stringify({ error: { code: 'quota-exceeded', message: HTTP_ERRORS['quota-exceeded'].message } });
