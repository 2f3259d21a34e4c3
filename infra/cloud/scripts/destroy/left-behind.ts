import * as v from 'valibot';
import { PRODUCT_NAME } from '#shared/product.ts';
import { type Aws, AwsError, find } from '../../aws.ts';
import { TRIGGER_LOGICAL_ID } from '../../settings/names.ts';

/* Finds what is left, in its region, of a stage that has been destroyed. */

export interface Deployment {
  stage: string;
  region: string;
  /** Uses the same credentials as `cdk`. */
  awsIn: (region: string) => Aws;
  /** The AWS profile; undefined for the default one. */
  profile?: string | undefined;
}

/** Records a failed AWS call instead of treating it as an empty result, so that the final message can mention it. */
export async function noteFailure<Answer>(
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

/** A resource that CloudFormation kept when it deleted the stack. */
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

/** Works by id for deleted stacks too, including one whose first deployment failed. */
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

/** Retained resource types, by the resource kind in their ARNs. */
const KEPT_KINDS: Readonly<Record<string, string>> = {
  table: 'AWS::DynamoDB::Table',
  userpool: 'AWS::Cognito::UserPool',
  function: 'AWS::Lambda::Function',
  'log-group': 'AWS::Logs::LogGroup',
};

/** Extracts the kind and the name from an ARN. */
const KIND_AND_NAME_PATTERN = new RegExp(`:(${Object.keys(KEPT_KINDS).join('|')})[/:]([^:/]+)`);

/**
 * Tables and user pools with the stage's tags that belong to no current stack, and the functions of pre-sign-up triggers. A retry after a
 * failed first deployment replaces the failed stack, and a deployment that no longer needs the trigger drops its function from the template
 * but keeps it. Nothing else records these leftovers.
 * @param known names of resources to leave out
 */
export async function findLeft(
  { stage, region, awsIn: aws }: Deployment,
  { known, unchecked }: { known: readonly string[]; unchecked: string[] },
): Promise<Kept[]> {
  const filters = [`Key=product,Values=${PRODUCT_NAME}`, `Key=stage,Values=${stage}`];
  const kinds = ['dynamodb:table', 'cognito-idp:userpool', 'lambda:function', 'logs:log-group'];
  const search = ['resourcegroupstaggingapi', 'get-resources', '--tag-filters', ...filters];
  const tagged = await noteFailure(
    unchecked,
    `what earlier deployments left behind in ${region}`,
    async () => {
      const answer = await aws(region)([...search, '--resource-type-filters', ...kinds]);
      return v.parse(Tagged, answer).ResourceTagMappingList;
    },
  );
  const left = tagged
    .map(({ ResourceARN }) => KIND_AND_NAME_PATTERN.exec(ResourceARN) ?? [])
    .map(([, kind = '', name = '']) => ({ kind, type: KEPT_KINDS[kind] ?? kind, name }))
    .filter(({ name }) => name !== '' && !known.includes(name))
    // Stages of the same name in other regions have functions and logs in us-east-1 with the same tags.
    .filter(({ kind, name }) => ['table', 'userpool'].includes(kind) || name.includes(TRIGGER_LOGICAL_ID));
  const functions = left.filter(({ kind }) => kind === 'function');
  const roles = functions.map(({ name }) =>
    noteFailure(unchecked, `the role of ${name}`, () => roleOf(aws(region), name)),
  );
  return [...left, ...(await Promise.all(roles)).flat()];
}

const Configuration = v.object({ Role: v.string() });

/** Roles cannot be found by their tags. Empty if the function itself is gone, since its tags may outlive it for a while. */
async function roleOf(aws: Aws, functionName: string): Promise<Kept[]> {
  const command = ['lambda', 'get-function-configuration', '--function-name', functionName];
  const found = await find(aws, command, Configuration);
  return found === undefined
    ? []
    : [{ type: 'AWS::IAM::Role', name: found.Role.split('/').at(-1) ?? found.Role }];
}
