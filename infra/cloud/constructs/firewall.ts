import { type aws_cognito as cognito, aws_wafv2 as wafv2 } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { accountPrefix } from '../settings/names.ts';
import type { Settings } from '../settings/schema.ts';
import { block, createAcl, managed, type Rule, rate } from './web-acl.ts';

/**
 * Requests per address within the default window of {@link rate}. Normal use stays far below, even for an office behind one address: a
 * search makes one request to start and one for every 25 s that its page follows it; a sign-in makes two.
 */
const MAX_REQUESTS = 2_000;
const MAX_COSTLY_REQUESTS = 200;
const MAX_ACCOUNT_REQUESTS = 300;
/** Requests per address that send a code by mail, within a separate window: the lowest limit and the longest window AWS WAF offers. */
const MAX_MAILS = 10;
const MAIL_WINDOW_SECONDS = 600;

/**
 * Rules that look for attacks on software we do not run, in bodies that contain users' own text or the chats they import: they only
 * count. AWS WAF ignores unknown rule names.
 */
const COUNTED_RULES = {
  commonRules: [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'EC2MetaDataSSRF_BODY',
  ],
  knownBadInputs: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'ReactJSRCE_BODY'],
};

const TOO_MANY_REQUESTS = 'too-many-requests';

/** AWS WAF in front of CloudFront: rate limits per address and AWS's managed rules. It is in us-east-1, as CloudFront requires. */
export class SiteFirewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const answer = { responseCode: 429, customResponseBodyKey: TOO_MANY_REQUESTS };
    const acl = createAcl(this, {
      settings,
      description: `Rate limits and managed rules for stage ${settings.stage}`,
      scope: 'CLOUDFRONT',
      name: accountPrefix(settings),
      customResponseBodies: {
        [TOO_MANY_REQUESTS]: { contentType: 'APPLICATION_JSON', content: tooManyRequests() },
      },
      rules: [
        rate('searches-per-address', MAX_COSTLY_REQUESTS, { only: COSTLY_REQUESTS, answer }),
        rate('requests-per-address', MAX_REQUESTS, { answer }),
        managed('AWSManagedRulesAmazonIpReputationList'),
        managed('AWSManagedRulesKnownBadInputsRuleSet', COUNTED_RULES.knownBadInputs),
        managed('AWSManagedRulesCommonRuleSet', COUNTED_RULES.commonRules),
      ],
    });
    this.arn = acl.attrArn;
  }
}

/** Normalises the spelling of a path: `/api/%73earches`, `/api/./searches` and `/API/searches` all become `/api/searches`. */
const PATH_NORMALISATION = ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map((type, priority) => ({
  type,
  priority,
}));

/**
 * Following a search's events occupies a function instance just as starting one does, and so do operations on a whole account; a shared
 * answer can be up to 3 MB for anyone with the link. All methods count.
 */
const COSTLY_REQUESTS = matches({ uriPath: {} }, '^/api/(searches|account|shared)');

/** Requests that send a code by mail: Cognito operations, named in a header, and the same actions on its managed login pages. */
const CODE_REQUESTS: wafv2.CfnWebACL.StatementProperty = {
  orStatement: {
    statements: [
      matches(
        { singleHeader: { Name: 'x-amz-target' } },
        '\\.(signup|resendconfirmationcode|forgotpassword|getuserattributeverificationcode|updateuserattributes)$',
      ),
      matches({ uriPath: {} }, '^/(signup|resendcode|forgotpassword)'),
    ],
  },
};

/** @param pattern in lower case */
function matches(
  fieldToMatch: wafv2.CfnWebACL.FieldToMatchProperty,
  pattern: string,
): wafv2.CfnWebACL.StatementProperty {
  return {
    regexMatchStatement: { fieldToMatch, regexString: pattern, textTransformations: PATH_NORMALISATION },
  };
}

const equals = (
  fieldToMatch: wafv2.CfnWebACL.FieldToMatchProperty,
  searchString: string,
): wafv2.CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch,
    searchString,
    positionalConstraint: 'EXACTLY',
    textTransformations: [{ type: 'NONE', priority: 0 }],
  },
});

/** The API's JSON error format, so that the page can show it. */
const tooManyRequests = (): string =>
  JSON.stringify({
    error: {
      code: 'quota-exceeded',
      message: 'Too many requests came from your network. Try again in five minutes.',
    },
  });

/**
 * AWS WAF in front of the user pool, which browsers call directly rather than through CloudFront. It limits how many passwords and email
 * addresses one address can try. Rules that inspect request contents are left out, since only Cognito reads these requests.
 */
export class UserPoolFirewall extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, userPool: cognito.IUserPool) {
    super(scope, id);
    const acl = createAcl(this, {
      settings,
      name: `${accountPrefix(settings)}-accounts`,
      description: `Rate limits for the accounts of stage ${settings.stage}`,
      scope: 'REGIONAL',
      rules: [
        ...outsideRules(this, settings.allowedAddresses, userPool),
        rate('mails-per-address', MAX_MAILS, { only: CODE_REQUESTS, windowSeconds: MAIL_WINDOW_SECONDS }),
        rate('account-requests-per-address', MAX_ACCOUNT_REQUESTS),
        managed('AWSManagedRulesAmazonIpReputationList'),
      ],
    });
    new wafv2.CfnWebACLAssociation(this, 'BeforeUserPool', {
      webAclArn: acl.attrArn,
      resourceArn: userPool.userPoolArn,
    });
  }
}

/**
 * Blocks callers outside the allowed networks, if any are set. The pool's public keys stay reachable, since both functions fetch them from
 * AWS's own addresses.
 */
function outsideRules(
  scope: Construct,
  networks: readonly string[],
  { userPoolId }: cognito.IUserPool,
): Rule[] {
  if (networks.length === 0) return [];
  const inside = (['IPV4', 'IPV6'] as const).flatMap((ipAddressVersion) => {
    const addresses = networks.filter((network) => network.includes(':') === (ipAddressVersion === 'IPV6'));
    if (addresses.length === 0) return [];
    const set = new wafv2.CfnIPSet(scope, `Allowed${ipAddressVersion}`, {
      scope: 'REGIONAL',
      ipAddressVersion,
      addresses,
    });
    return [{ ipSetReferenceStatement: { arn: set.attrArn } }];
  });
  const keys = {
    andStatement: {
      statements: [
        equals({ method: {} }, 'GET'),
        equals({ uriPath: {} }, `/${userPoolId}/.well-known/jwks.json`),
      ],
    },
  };
  const statements = [...inside, keys].map((statement) => ({ notStatement: { statement } }));
  return [block('outside-allowed-addresses', { andStatement: { statements } })];
}
