import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Annotations, App, Tags, Validations } from 'aws-cdk-lib';
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PRODUCT_NAME } from '#shared/product.ts';
import { CONTEXT, refuseOptionsKeptByNpm, runCommand } from '../command.ts';
import { type Artifacts, buildArtifacts } from './artifacts.ts';
import { edgeAlarmsStackName, edgeStackName, stackName } from './settings/names.ts';
import {
  deploymentFault,
  readCdkJson,
  readSettings,
  SettingsError,
  TAKING_DOWN,
} from './settings/read-settings.ts';
import { EDGE_REGION } from './settings/regions.ts';
import { DEFAULT_STAGE, type Settings } from './settings/schema.ts';
import { EdgeAlarmsStack, EdgeStack, ExpertscopeStack } from './stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Adds one stage to the app: a single stack in us-east-1, or in any other region three, two of which contain what AWS offers in us-east-1
 * only. The app is checked against the AWS Solutions rules; each exception is acknowledged next to its resource.
 */
export function addStage(
  app: App,
  { settings, artifacts }: { settings: Settings; artifacts: Artifacts },
): ExpertscopeStack {
  const { region, stage, siteFirewall } = settings;
  const description = `${PRODUCT_NAME}, stage ${stage}`;
  const isSplit = region !== EDGE_REGION;
  const isTakenDown = app.node.tryGetContext(TAKING_DOWN) !== undefined;
  const inEdge = { env: { region: EDGE_REGION }, crossRegionReferences: true };
  const edge = isSplit
    ? new EdgeStack(app, edgeStackName(settings), {
        settings,
        ...inEdge,
        description: `${description} in ${region}: what AWS offers in ${EDGE_REGION} only`,
      })
    : undefined;
  const stack = new ExpertscopeStack(app, stackName(settings), {
    settings,
    artifacts,
    firewallArn: edge?.firewallArn,
    env: { region },
    crossRegionReferences: isSplit,
    description,
  });
  if (edge !== undefined) {
    // The site must be detached from the firewall before it is deleted: AWS WAF refuses to delete a web ACL in use. A site that is taken down
    // is detached by being deleted, which happens in reverse order, and may have been deployed with a firewall whatever the settings are now.
    if (isTakenDown) stack.addStackDependency(edge);
    else if (!siteFirewall) edge.addStackDependency(stack);
    new EdgeAlarmsStack(app, edgeAlarmsStackName(settings), {
      distribution: stack.distribution,
      topic: edge.topic,
      ...inEdge,
      description: `${description} in ${region}: CloudFront alarms`,
    });
  }
  const stages = Object.keys(app.node.tryGetContext('stages') ?? {});
  // The default stage may have all its settings outside `stages`; any other name that is not listed may be misspelt.
  const isUnlisted = stages.length > 0 && ![...stages, DEFAULT_STAGE].includes(stage);
  if (isUnlisted && !isTakenDown)
    Annotations.of(stack).addWarningV2(
      'Expertscope:unlistedStage',
      `stages in cdk.json lists only ${stages.join(', ')}, not ${stage}: none of the settings there apply to it, including any for who may use it.`,
    );
  Tags.of(app).add('product', PRODUCT_NAME);
  Tags.of(app).add('stage', stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  if (isTakenDown)
    Validations.of(app).acknowledge({
      id: 'CloudFormation-Validate::F3006',
      reason: 'A stage may be taken down in a region that lacks some of its types of resources',
    });
  return stack;
}

/** Run by `cdk`: synthesizes the stage that the context names, building everything from the sources. */
function main(): void {
  refuseOptionsKeptByNpm(CONTEXT);
  const app = new App();
  const context = app.node.getAllContext();
  const settings = readSettings(context, readCdkJson());
  const fault = deploymentFault(settings, context);
  if (fault !== undefined && mayDeploy(app)) throw new SettingsError(fault);
  const stack = addStage(app, { settings, artifacts: buildArtifacts(ROOT) });
  if (fault !== undefined) Annotations.of(stack).addWarningV2('Expertscope:notDeployed', fault);
  app.synth();
}

/** False without an account, where `cdk synth` only writes templates, and where no stack is bundled: `cdk bootstrap` runs the app too. */
const mayDeploy = (app: App): boolean =>
  process.env['CDK_DEFAULT_ACCOUNT'] !== undefined && app.node.tryGetContext(BUNDLING_STACKS)?.length !== 0;

if (import.meta.main) await runCommand(main);
