import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '#shared/outcome.ts';
import { STEPS } from '#shared/steps.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize({ stage: 'beta', region: 'eu-west-1', waf: false });
const filters = Object.values(template.findResources('AWS::Logs::MetricFilter')).map(
  ({ Properties }) => Properties,
);
const board = JSON.stringify(template.findResources('AWS::CloudWatch::Dashboard'));

describe('metrics', () => {
  it('are made from the search door’s log, kept apart by step, provider and outcome', () => {
    const kept = filters.map(({ MetricTransformations: [metric] }) => [
      metric.MetricName,
      metric.Dimensions?.[0]?.Key,
    ]);
    expect(Object.fromEntries(kept)).toEqual({
      SearchDuration: 'outcome',
      Searches: undefined,
      DeepSearches: undefined,
      StepDuration: 'step',
      StepFailures: 'step',
      ProviderDuration: 'provider',
      ProviderFailures: 'provider',
    });
    for (const { LogGroupName } of filters)
      expect(LogGroupName).toEqual({ Ref: expect.stringMatching(/^SearchLog/) });
  });

  it('stand under the stage’s own name, so that stages do not mix', () => {
    for (const {
      MetricTransformations: [metric],
    } of filters)
      expect(metric.MetricNamespace).toBe('Expertscope/beta');
  });
});

describe('the dashboard', () => {
  it('is one', () => {
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
  });

  it('shows every step, provider and outcome', () => {
    const names = [
      ...STEPS.map((step) => step.id),
      'language-model',
      'web-search',
      'profile-data',
      ...OUTCOMES,
    ];
    for (const name of names) expect(board).toContain(name);
  });

  it('reads CloudFront’s metrics where CloudFront keeps them', () => {
    expect(board).toMatch(/AWS\/CloudFront.*us-east-1/);
  });
});

describe('logs', () => {
  it('forget, those of the functions that CDK adds for deployments too: none is left to Lambda, which keeps for ever', () => {
    const groups = Object.keys(template.findResources('AWS::Logs::LogGroup'));
    const functions = Object.values(template.findResources('AWS::Lambda::Function'));
    expect(functions).toHaveLength(4);
    for (const { Properties } of functions) expect(groups).toContain(Properties.LoggingConfig?.LogGroup?.Ref);
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
  });
});
