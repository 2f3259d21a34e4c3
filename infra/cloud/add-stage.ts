import type { App } from 'aws-cdk-lib';
import { Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { Artifacts } from './artifacts/artifacts.ts';
import { EdgeStack } from './edge-stack.ts';
import { edgeStackName, stackName } from './settings/names.ts';
import type { Settings } from './settings/schema.ts';
import { EDGE_REGION } from './settings/schema.ts';
import { ExpertscopeStack } from './stack.ts';

interface StageProps {
  settings: Settings;
  artifacts: Artifacts;
}

/**
 * Adds one stage to the app: a single stack in us-east-1, two elsewhere, the site's firewall then in a stack of its own. The app is
 * checked against AWS Solutions' rules; each exception is acknowledged beside its resource.
 */
export function addStage(app: App, { settings, artifacts }: StageProps): ExpertscopeStack {
  const { region, stage } = settings;
  const isSplit = settings.waf && region !== EDGE_REGION;
  const edge = isSplit
    ? new EdgeStack(app, edgeStackName(settings), {
        settings,
        env: { region: EDGE_REGION },
        crossRegionReferences: true,
        description: `${PRODUCT_NAME}, stage ${stage}: the firewall CloudFront takes from ${EDGE_REGION} only`,
      })
    : undefined;
  const stack = new ExpertscopeStack(app, stackName(settings), {
    settings,
    artifacts,
    firewallArn: edge?.firewallArn,
    env: { region },
    crossRegionReferences: isSplit,
    description: `${PRODUCT_NAME}, stage ${stage}`,
  });
  Tags.of(app).add('product', PRODUCT_NAME);
  Tags.of(app).add('stage', stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return stack;
}
