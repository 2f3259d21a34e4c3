import * as v from 'valibot';
import { stageOptions } from '../../../command.ts';
import { findStack } from '../../aws.ts';
import { DATA_RESOURCES, stackName } from '../../settings/names.ts';
import { deploymentFault } from '../../settings/read-settings.ts';
import { EDGE_REGION, isOffered } from '../../settings/regions.ts';
import type { Settings } from '../../settings/schema.ts';
import { bad, type Check, doubtful, type Examined, type Finding, good } from './examine.ts';

/** Whether these settings may be deployed at all. */
export function checkSettings({ settings }: Examined): Finding {
  const { stage, region, providers } = settings;
  const fault = deploymentFault(settings);
  if (fault !== undefined)
    return bad(isOffered(settings) ? 'mailSender is missing' : `${region} is not a supported region`, fault);
  return good(`stage ${stage} in ${region}${providers === 'simulated' ? ', with simulated providers' : ''}`);
}

/** The stage's main stack; undefined before its first deployment. */
export const findStageStack = ({ settings, aws }: Examined) =>
  findStack(aws(settings.region), stackName(settings));

export async function checkStack(examined: Examined): Promise<Finding> {
  const name = stackName(examined.settings);
  const stack = await findStageStack(examined);
  if (stack === undefined) return good(`${name} does not exist yet: this will be its first deployment`);
  const { status, outputs } = stack;
  const obstacle = findObstacle(name, status, examined.settings);
  if (obstacle !== undefined) return obstacle;
  const changes = await dataChanges(examined, outputs);
  if (changes.length === 0) return good(`${name} is ${status}`);
  const found = changes.map((change) => change.found).join('; ');
  return changes.some(({ isLost }) => isLost)
    ? bad(
        found,
        `Pass every setting of the previous deployment; or give the table to the stack: npm run restore -- --switch TABLE ${stageOptions(examined.settings)}, with the other settings`,
      )
    : doubtful(found, "People's data in the previous one is not copied");
}

/** Checks a stack that a stage outside us-east-1 has there. */
export const checkEdgeStack =
  (name: string): Check =>
  async ({ settings, aws }) => {
    const stack = await findStack(aws(EDGE_REGION), name);
    if (stack === undefined) return good(`${name} does not exist yet`);
    return findObstacle(name, stack.status, settings) ?? good(`${name} is ${stack.status}`);
  };

/** What a stack's status means for a deployment; undefined if the stack can be updated. */
function findObstacle(name: string, status: string, settings: Settings): Finding | undefined {
  const destroy = `npm run destroy -- ${stageOptions(settings)}`;
  if (status === 'REVIEW_IN_PROGRESS')
    return doubtful(
      `${name} is ${status}: its creation has begun, and it contains nothing yet`,
      'Deploy, unless somebody else is about to: there is nothing to wait for',
    );
  if (/^ROLLBACK_(COMPLETE|FAILED)$/.test(status))
    return doubtful(
      `${name} is ${status}: its first deployment failed`,
      `Deploy again: the failed stack is deleted and recreated. ${destroy} lists what was left behind (a table, a user pool)`,
    );
  if (/^(CREATE|DELETE)_FAILED$/.test(status))
    return bad(`${name} is ${status}: it cannot be updated`, `Destroy it first: ${destroy}`);
  if (/_FAILED$/.test(status))
    return bad(`${name} is ${status}`, 'Continue its rollback in the CloudFormation console');
  if (/IN_PROGRESS$/.test(status)) return bad(`${name} is ${status}`, 'Wait until it has finished');
  return undefined;
}

const Resources = v.object({
  StackResourceSummaries: v.array(
    v.object({ PhysicalResourceId: v.optional(v.string()), ResourceStatus: v.string() }),
  ),
});

/** How a deployment with these settings would replace the table and the user pool that the stage uses. */
async function dataChanges(
  { settings, aws }: Examined,
  outputs: Readonly<Record<string, string>>,
): Promise<{ found: string; isLost: boolean }[]> {
  const used = DATA_RESOURCES.flatMap(({ output, ...kept }) => {
    const name = outputs[output];
    return name === undefined ? [] : [{ ...kept, name }];
  });
  if (used.length === 0) return [];
  const command = ['cloudformation', 'list-stack-resources', '--stack-name', stackName(settings)];
  const { StackResourceSummaries } = v.parse(Resources, await aws(settings.region)(command));
  const there = StackResourceSummaries.filter(({ ResourceStatus }) => !ResourceStatus.startsWith('DELETE_'));
  const own = new Set(there.map(({ PhysicalResourceId }) => PhysicalResourceId));
  return used.flatMap(({ kind, setting, name }) => {
    const next = settings[setting];
    if (next === name || (next === undefined && own.has(name))) return [];
    const after =
      next === undefined
        ? `which the stack does not own: without ${setting} it would get an empty one`
        : `but would continue with ${next}`;
    return [{ found: `it uses the ${kind} ${name}, ${after}`, isLost: next === undefined }];
  });
}
