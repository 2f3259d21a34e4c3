import { fileURLToPath } from 'node:url';
import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PRODUCT_NAME } from '#shared/product.ts';
import { type Artifacts, buildArtifacts } from './artifacts.ts';
import { edgeStackName, stackName } from './settings/names.ts';
import { readSettings, runCommand } from './settings/read-settings.ts';
import { EDGE_REGION, type Settings } from './settings/schema.ts';
import { EdgeStack, ExpertscopeStack } from './stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Adds one stage to the app: a single stack in us-east-1; elsewhere two, with the site's firewall in a stack of its own. The app is
 * checked against AWS Solutions' rules; each exception is acknowledged beside its resource.
 */
export function addStage(
  app: App,
  { settings, artifacts }: { settings: Settings; artifacts: Artifacts },
): ExpertscopeStack {
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

/** What `cdk` runs: the stage the context asks for, with everything built from the sources. */
function main(): void {
  const app = new App();
  const settings = readSettings(app.node.getAllContext());
  addStage(app, { settings, artifacts: buildArtifacts(ROOT) });
  app.synth();
}

if (import.meta.main) await runCommand(main);
