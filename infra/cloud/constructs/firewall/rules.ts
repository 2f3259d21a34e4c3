import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';

/** Over which a rate is counted. */
const WINDOW_SECONDS = 300;

export interface RateOptions {
  name: string;
  priority: number;
  /** Requests of one address within five minutes; people stay far below, offices behind one address too. */
  limit: number;
  /** Which requests are counted; all when absent. */
  only?: CfnWebACL.StatementProperty;
  /** What the turned away are told; WAF's own 403 when absent. */
  answer?: CfnWebACL.CustomResponseProperty;
}

/** Turns an address away that asks too often. */
export const rate = ({ name, priority, limit, only, answer }: RateOptions): CfnWebACL.RuleProperty => ({
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

export interface ManagedOptions {
  name: string;
  priority: number;
  /** Rules of the group that count and turn nobody away. */
  onlyCounted?: readonly string[];
}

/** A group of rules that AWS keeps. */
export const managed = ({ name, priority, onlyCounted = [] }: ManagedOptions): CfnWebACL.RuleProperty => ({
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

export const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});
