import { ArnFormat, aws_logs as logs, RemovalPolicy, Stack, aws_wafv2 as wafv2 } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { TOKEN_HEADER } from '#shared/contract.ts';
import type { Settings } from '../settings/schema.ts';

export type Rule = Omit<wafv2.CfnWebACL.RuleProperty, 'priority'>;

interface AclProps extends Pick<wafv2.CfnWebACLProps, 'description' | 'scope' | 'customResponseBodies'> {
  settings: Settings;
  /** Used in the metrics and in the log's name. */
  name: string;
  /** In order of evaluation. */
  rules: readonly Rule[];
}

/** An AWS WAF web ACL that allows whatever no rule blocks, and logs blocked requests. */
export function createAcl(scope: Construct, { settings, name, rules, ...props }: AclProps): wafv2.CfnWebACL {
  const acl = new wafv2.CfnWebACL(scope, 'Acl', {
    ...props,
    defaultAction: { allow: {} },
    visibilityConfig: visibility(name),
    dataProtectionConfig: SECRETS_REMOVED,
    rules: rules.map((rule, priority) => ({ ...rule, priority })),
  });
  logBlocked(scope, acl, { name, settings });
  return acl;
}

/** Default window of {@link rate}, in seconds. */
const WINDOW_SECONDS = 300;

interface RateOptions {
  /** Which requests count; all when absent. */
  only?: wafv2.CfnWebACL.StatementProperty;
  /** The response to a blocked caller; WAF's own 403 when absent. */
  answer?: wafv2.CfnWebACL.CustomResponseProperty;
  windowSeconds?: number;
}

/** Blocks an address that makes more requests than `limit` within the window. */
export const rate = (
  name: string,
  limit: number,
  { only, answer, windowSeconds = WINDOW_SECONDS }: RateOptions = {},
): Rule => ({
  name,
  visibilityConfig: visibility(name),
  action: { block: answer === undefined ? {} : { customResponse: answer } },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: windowSeconds,
      ...(only && { scopeDownStatement: only }),
    },
  },
});

/** Blocks every request that matches a statement. */
export const block = (name: string, statement: wafv2.CfnWebACL.StatementProperty): Rule => ({
  name,
  visibilityConfig: visibility(name),
  action: { block: {} },
  statement,
});

/** A rule group maintained by AWS; the rules in `onlyCounted` block nothing. */
export const managed = (name: string, onlyCounted: readonly string[] = []): Rule => ({
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

/** AWS WAF only writes to log groups with this prefix. */
const LOG_PREFIX = 'aws-waf-logs-';

/** Headers that can contain credentials: tokens, or codes and links in the address of the referring page. */
const SECRET_HEADERS = [TOKEN_HEADER, 'authorization', 'cookie', 'referer'];

/**
 * Removed wherever AWS WAF shows a request: in its log, and in the samples of blocked and allowed requests that it keeps for three hours,
 * which a log's own redaction does not cover. Paths cannot be removed, although that of a share contains its token.
 */
const SECRETS_REMOVED: wafv2.CfnWebACL.DataProtectionConfigProperty = {
  dataProtections: [
    { action: 'SUBSTITUTION', field: { fieldType: 'SINGLE_HEADER', fieldKeys: SECRET_HEADERS } },
    { action: 'SUBSTITUTION', field: { fieldType: 'QUERY_STRING' } },
  ],
};

/**
 * Logs blocked requests, to show whether people are blocked by mistake: address, rule and path, {@link SECRETS_REMOVED}. Allowed requests
 * are not logged.
 */
function logBlocked(
  scope: Construct,
  acl: wafv2.CfnWebACL,
  { name, settings }: { name: string; settings: Settings },
): void {
  const log = new logs.LogGroup(scope, 'Blocked', {
    logGroupName: `${LOG_PREFIX}${name}`,
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const logging = new wafv2.CfnLoggingConfiguration(scope, 'Logging', {
    resourceArn: acl.attrArn,
    // Built by hand because the group's own ARN ends in `:*`, which AWS WAF rejects.
    logDestinationConfigs: [
      Stack.of(scope).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: `${LOG_PREFIX}${name}`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    },
  });
  logging.node.addDependency(log);
}
