import * as v from 'valibot';
import { find, findStack, Outputs } from '../../aws.ts';
import { DATA_RESOURCES, edgeAlarmsStackName, edgeStackName, stackName } from '../../settings/names.ts';
import { EDGE_REGION } from '../../settings/regions.ts';
import { type Deployment, noteFailure } from './left-behind.ts';

/** An existing stack of the stage. */
export interface Found {
  name: string;
  id: string;
  region: string;
  /** Whether the current version creates such a stack: `cdk destroy` deletes only those. */
  isKnown: boolean;
  /** The table and the user pool that it uses, whether or not they are its own. */
  data: readonly string[];
}

/** A stack after `cdk destroy`. */
export interface Existing extends Found {
  /** Undefined if AWS did not say. */
  isThere: boolean | undefined;
}

const Tags = v.optional(v.array(v.object({ Key: v.string(), Value: v.string() })), []);
const Described = v.object({ Stacks: v.tuple([v.object({ StackId: v.string(), Outputs, Tags })]) });

/** Every stack of a stage, including those that other settings or earlier versions create. */
export async function findStacks(deployment: Deployment): Promise<Found[]> {
  const { stage, region } = deployment;
  const candidates = [
    { name: stackName(deployment), region, isKnown: true },
    { name: edgeStackName(deployment), region: EDGE_REGION, isKnown: region !== EDGE_REGION },
    { name: edgeAlarmsStackName(deployment), region: EDGE_REGION, isKnown: region !== EDGE_REGION },
    // The name used before stages of the same name could exist in several regions.
    { name: `${stackName(deployment)}-edge`, region: EDGE_REGION, isKnown: false },
  ];
  const found = await Promise.all(
    candidates.map(async (candidate) => {
      const command = ['cloudformation', 'describe-stacks', '--stack-name', candidate.name];
      const stack = await find(deployment.awsIn(candidate.region), command, Described);
      if (stack === undefined) return [];
      const [{ StackId: id, Outputs: outputs, Tags: tags }] = stack.Stacks;
      // The earlier name for the stage prod-eu-west-1 is that of a stack in use by the stage prod in eu-west-1.
      const isOwn = tags.some(({ Key, Value }) => Key === 'stage' && Value === stage);
      if (!candidate.isKnown && !isOwn) return [];
      const dataOutputs = outputs.filter(({ OutputKey }) =>
        DATA_RESOURCES.some(({ output }) => output === OutputKey),
      );
      return [{ ...candidate, id, data: dataOutputs.map(({ OutputValue }) => OutputValue) }];
    }),
  );
  return found.flat();
}

/**
 * The stacks that exist even after `cdk destroy`, because somebody declined or it failed, and those that could not be checked: the table
 * and the user pool of such a stack may be in use, and must not be offered for deletion.
 */
export async function findExisting(
  deployment: Deployment,
  { found, unchecked }: { found: readonly Found[]; unchecked: string[] },
): Promise<Existing[]> {
  const checked = await Promise.all(
    found.map(async (stack) => {
      const { name, region } = stack;
      const [isThere] = await noteFailure(
        unchecked,
        `whether ${name} still exists in ${region}`,
        async () => [(await findStack(deployment.awsIn(region), name)) !== undefined],
      );
      return { ...stack, isThere };
    }),
  );
  return checked.filter(({ isThere }) => isThere !== false);
}
