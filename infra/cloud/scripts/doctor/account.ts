import * as v from 'valibot';
import { find } from '../../aws.ts';
import { stackName } from '../../settings/names.ts';
import { EDGE_REGION } from '../../settings/regions.ts';
import { bad, type Check, doubtful, type Examined, type Finding, good } from './examine.ts';

const Identity = v.object({ Account: v.string(), Arn: v.string() });

/** In a region that the account has not enabled, STS would reject even valid credentials. */
const findIdentity = async ({ aws }: Examined) =>
  v.parse(Identity, await aws(EDGE_REGION)(['sts', 'get-caller-identity']));

/** The caller's identity; without credentials nothing else can be checked. */
export async function checkCredentials(examined: Examined): Promise<Finding> {
  const { Account, Arn } = await findIdentity(examined);
  return good(`account ${Account}, ${Arn}`);
}

const OptStatus = v.object({ RegionOptStatus: v.string() });

/** Some regions are disabled in an account until somebody enables them. */
export async function checkRegion({ settings: { region }, aws }: Examined): Promise<Finding> {
  const command = ['account', 'get-region-opt-status', '--region-name', region];
  const { RegionOptStatus } = v.parse(OptStatus, await aws(EDGE_REGION)(command));
  if (/^ENABLED/.test(RegionOptStatus)) return good(`${region} is enabled`);
  return bad(
    `${region} is ${RegionOptStatus.toLowerCase()} in this account`,
    `Enable it and wait: aws account enable-region --region-name ${region}`,
  );
}

/** The minimum bootstrap version that the templates require, and the parameter they read it from; a test compares both with a template. */
export const MINIMUM_BOOTSTRAP = 6;
export const bootstrapVersion = (qualifier: string) => `/cdk-bootstrap/${qualifier}/version`;
const Parameter = v.object({ Parameter: v.object({ Value: v.string() }) });

export const checkBootstrap =
  (region: string): Check =>
  async (examined) => {
    const command = ['ssm', 'get-parameter', '--name', bootstrapVersion(examined.qualifier)];
    const found = await find(examined.aws(region), command, Parameter);
    const version = found?.Parameter.Value;
    if (Number(version) >= MINIMUM_BOOTSTRAP) return good(`version ${version}`);
    const { Account } = await findIdentity(examined);
    return bad(
      version === undefined
        ? 'does not exist'
        : `version ${version} is too old: at least ${MINIMUM_BOOTSTRAP} is needed`,
      `npx cdk bootstrap aws://${Account}/${region}`,
    );
  };

/**
 * What CloudFormation does with roles when it creates, updates and deletes a stage; a test compares this with the template. Accounts
 * bootstrapped with restricted permissions often lack these.
 */
export const ROLE_ACTIONS = [
  'AttachRolePolicy',
  'CreateRole',
  'DeleteRole',
  'DeleteRolePolicy',
  'DetachRolePolicy',
  'GetRole',
  'PassRole',
  'PutRolePolicy',
  'TagRole',
];
const Simulation = v.object({
  EvaluationResults: v.array(v.object({ EvalActionName: v.string(), EvalDecision: v.string() })),
});

/**
 * Every stage has roles with policies of their own, and an update may add more. CloudFormation creates them with the execution role from
 * the bootstrap, whose permissions an account may have restricted.
 */
export async function checkPermissions(examined: Examined): Promise<Finding> {
  const { settings, aws, qualifier } = examined;
  const { region } = settings;
  const { Account } = await findIdentity(examined);
  const role = `cdk-${qualifier}-cfn-exec-role-${Account}-${region}`;
  const own = `arn:aws:iam::${Account}:role`;
  const command = [
    ...['iam', 'simulate-principal-policy', '--policy-source-arn', `${own}/${role}`],
    ...['--resource-arns', `${own}/${stackName(settings)}-SearchRole`],
    ...['--action-names', ...ROLE_ACTIONS.map((action) => `iam:${action}`)],
  ];
  const answer = await find(aws(region), command, Simulation);
  const widen = `npx cdk bootstrap --cloudformation-execution-policies arn:aws:iam::aws:policy/AdministratorAccess aws://${Account}/${region}`;
  if (answer === undefined)
    return doubtful(
      `the role ${role}, which CloudFormation uses to deploy, does not exist`,
      `Bootstrap: ${widen}`,
    );
  const refused = answer.EvaluationResults.filter(({ EvalDecision }) => EvalDecision !== 'allowed');
  if (refused.length > 0)
    return doubtful(
      `CloudFormation deploys with the role ${role}, which lacks ${refused.map(({ EvalActionName }) => EvalActionName).join(', ')}: a first deployment would be rolled back, and so would an update that adds permissions`,
      `Change its policies to allow this for the stage's roles, or allow it everything: ${widen}`,
    );
  return good(
    'CloudFormation may create roles; before it adds permissions, cdk lists them and asks (without a terminal, pass --require-approval never)',
  );
}
