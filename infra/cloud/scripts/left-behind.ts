import * as v from 'valibot';
import { PRODUCT_NAME } from '#shared/product.ts';
import { TRIGGER_LOGICAL_ID } from '../settings/names.ts';
import { type Aws, AwsError, find } from './aws.ts';

/* What is left of a stage that has been taken down, in the stage's region. */

export interface Deployment {
  stage: string;
  region: string;
  /** Asks with the credentials that `cdk` has. */
  awsIn: (region: string) => Aws;
  /** Of those credentials, where it is not the one that everything takes by itself. */
  profile?: string | undefined;
}

/** What AWS does not answer is noted rather than taken for nothing: that is said at the end, with all that is known. */
export async function orNote<Answer>(
  unchecked: string[],
  what: string,
  ask: () => Promise<Answer[]>,
): Promise<Answer[]> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    unchecked.push(`${what}: ${error.message}`);
    return [];
  }
}

/** Something of a stack's that CloudFormation has left where it is. */
export interface Kept {
  type: string;
  name: string;
}

const Resources = v.object({
  StackResourceSummaries: v.array(
    v.object({
      ResourceType: v.string(),
      ResourceStatus: v.string(),
      PhysicalResourceId: v.optional(v.string(), ''),
    }),
  ),
});

/** A deleted stack is still known by its id, and so is one whose first deployment failed. */
export async function resourcesOf(aws: Aws, id: string): Promise<(Kept & { status: string })[]> {
  const answer = await aws(['cloudformation', 'list-stack-resources', '--stack-name', id]);
  return v
    .parse(Resources, answer)
    .StackResourceSummaries.map(({ ResourceType, PhysicalResourceId, ResourceStatus }) => ({
      type: ResourceType,
      name: PhysicalResourceId,
      status: ResourceStatus,
    }));
}

const Tagged = v.object({ ResourceTagMappingList: v.array(v.object({ ResourceARN: v.string() })) });

/** What is kept with people's data, by the kind in its ARN. */
const KEPT_KINDS: Readonly<Record<string, string>> = {
  table: 'AWS::DynamoDB::Table',
  userpool: 'AWS::Cognito::UserPool',
  function: 'AWS::Lambda::Function',
  'log-group': 'AWS::Logs::LogGroup',
};

/** Where a name in an ARN begins and ends. */
const KIND_AND_NAME = new RegExp(`:(${Object.keys(KEPT_KINDS).join('|')})[/:]([^:/]+)`);

/**
 * Tables and pools with the stage's tags that no stack of today has, and the functions that pools ask before a sign-up: a deployment that is
 * tried again after its first one failed replaces the failed stack, and one that switches off what a pool asks about lets go of the
 * function. Nothing else knows any more what was left behind.
 */
export async function findLeft(
  { stage, region, awsIn: aws }: Deployment,
  { known, unchecked }: { known: readonly Kept[]; unchecked: string[] },
): Promise<Kept[]> {
  const filters = [`Key=product,Values=${PRODUCT_NAME}`, `Key=stage,Values=${stage}`];
  const kinds = ['dynamodb:table', 'cognito-idp:userpool', 'lambda:function', 'logs:log-group'];
  const search = ['resourcegroupstaggingapi', 'get-resources', '--tag-filters', ...filters];
  const tagged = await orNote(unchecked, `what earlier deployments have left in ${region}`, async () => {
    const answer = await aws(region)([...search, '--resource-type-filters', ...kinds]);
    return v.parse(Tagged, answer).ResourceTagMappingList;
  });
  const left = tagged
    .map(({ ResourceARN }) => KIND_AND_NAME.exec(ResourceARN) ?? [])
    .map(([, kind = '', name = '']) => ({ kind, type: KEPT_KINDS[kind] ?? kind, name }))
    .filter(({ name }) => name !== '' && known.every((one) => one.name !== name))
    // Stages of one name in other regions have functions and logs in us-east-1, with the same tags.
    .filter(({ kind, name }) => ['table', 'userpool'].includes(kind) || name.includes(TRIGGER_LOGICAL_ID));
  const functions = left.filter(({ kind }) => kind === 'function');
  const roles = functions.map(({ name }) =>
    orNote(unchecked, `the role of ${name}`, () => roleOf(aws(region), name)),
  );
  return [...left, ...(await Promise.all(roles)).flat()];
}

const Configuration = v.object({ Role: v.string() });

/** Roles cannot be found by their tags. Empty where the function is gone too, which its tags may outlive for a while. */
async function roleOf(aws: Aws, functionName: string): Promise<Kept[]> {
  const command = ['lambda', 'get-function-configuration', '--function-name', functionName];
  const found = await find(aws, command, Configuration);
  return found === undefined
    ? []
    : [{ type: 'AWS::IAM::Role', name: found.Role.split('/').at(-1) ?? found.Role }];
}
