import { ArnFormat, aws_logs as logs, RemovalPolicy, Stack, aws_wafv2 as wafv2 } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/schema.ts';

export type Rule = Omit<wafv2.CfnWebACL.RuleProperty, 'priority'>;

interface AclProps extends Pick<wafv2.CfnWebACLProps, 'description' | 'scope' | 'customResponseBodies'> {
  settings: Settings;
  /** In the metrics, and in the log's name. */
  name: string;
  /** In the order in which they are tried. */
  rules: readonly Rule[];
}

/** A firewall of AWS WAF: lets through what no rule blocks, and logs what one does. */
export function createAcl(scope: Construct, { settings, name, rules, ...props }: AclProps): wafv2.CfnWebACL {
  const acl = new wafv2.CfnWebACL(scope, 'Acl', {
    ...props,
    defaultAction: { allow: {} },
    visibilityConfig: visibility(name),
    dataProtectionConfig: WITHOUT_SECRETS,
    rules: rules.map((rule, priority) => ({ ...rule, priority })),
  });
  logBlocked(scope, acl, { name, settings });
  return acl;
}

/** Of rates that name no other, in seconds. */
const WINDOW_SECONDS = 300;

interface RateOptions {
  /** Which requests are counted; all when absent. */
  only?: wafv2.CfnWebACL.StatementProperty;
  /** What a blocked caller is told; WAF's own 403 when absent. */
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

/** Blocks every request of which a statement is true. */
export const block = (name: string, statement: wafv2.CfnWebACL.StatementProperty): Rule => ({
  name,
  visibilityConfig: visibility(name),
  action: { block: {} },
  statement,
});

/** A group of rules that AWS maintains; those that are only counted block nobody. */
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

/** AWS WAF writes only to groups whose names begin so. */
const LOG_PREFIX = 'aws-waf-logs-';

/** What lets somebody in: tokens, and the codes and links that the page a request comes from may have in its address. */
const SECRET_HEADERS = ['x-auth-token', 'authorization', 'cookie', 'referer'];

/**
 * Left out wherever AWS WAF shows a request: in its log and, which a log's own redaction does not reach, in the samples it keeps for three
 * hours of what it blocks and lets through. It cannot leave out paths, in which a share has its token.
 */
const WITHOUT_SECRETS: wafv2.CfnWebACL.DataProtectionConfigProperty = {
  dataProtections: [
    { action: 'SUBSTITUTION', field: { fieldType: 'SINGLE_HEADER', fieldKeys: SECRET_HEADERS } },
    { action: 'SUBSTITUTION', field: { fieldType: 'QUERY_STRING' } },
  ],
};

/**
 * Logs what a firewall blocks, so that it can be told whether it blocks people: address, rule and path, {@link WITHOUT_SECRETS}. What it
 * lets through is not logged.
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
    // Without the `:*` at the end of the group's own ARN, which AWS WAF refuses.
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
