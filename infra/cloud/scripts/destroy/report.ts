import { commandOf } from '../../../command.ts';
import { DATA_RESOURCES, googleSecretName } from '../../settings/names.ts';
import type { Deployment, Kept } from './left-behind.ts';
import type { Existing, Found } from './stacks.ts';

/** Printed before `cdk destroy` asks for confirmation. */
export function describeRemoval({ stage, region }: Deployment, found: readonly Found[]): string {
  return `This destroys the stage ${stage} in ${region}: page, functions, firewalls, alarms, logs and, permanently, the provider keys.
${found.map(({ name, region: where }) => `  - ${name} in ${where}`).join('\n')}

People's data (chats and accounts) is kept unless the stage was deployed with retain=false. What was kept is listed by name at the end.
`;
}

interface Remaining {
  kept: readonly Kept[];
  found: readonly Found[];
  existing: readonly Existing[];
  /** What could not be checked, and why. */
  unchecked: readonly string[];
}

/** Printed at the end: what was kept, how to use it again, and how to delete it. */
export function describeRemaining(
  { stage, region, profile }: Deployment,
  { kept, found, existing, unchecked }: Remaining,
): string {
  const profileOption = profile === undefined ? [] : ['--profile', profile];
  const inAws = (where: string, ...command: string[]) =>
    commandOf(['aws', ...command, '--region', where, ...profileOption]);
  const namesOfType = (type: string) => kept.filter((one) => one.type === type).map(({ name }) => name);
  const tables = namesOfType('AWS::DynamoDB::Table');
  const pools = namesOfType('AWS::Cognito::UserPool');
  const others = kept.filter(({ name }) => ![...tables, ...pools].includes(name));
  const reuseOptions = DATA_RESOURCES.map(({ setting, type }) => ({ setting, names: namesOfType(type) }))
    .filter(({ names }) => names.length > 0)
    .map(({ setting, names }) => `-c ${setting}=${names.join(' or ')}`);
  const leftOver = found.filter(({ isKnown }) => !isKnown);
  const undestroyed = existing.filter(({ isKnown, isThere }) => isKnown && isThere === true);
  const parts = [
    ...(undestroyed.length > 0
      ? [
          `The stage ${stage} was not destroyed. It still has
${undestroyed.map(({ name, region: where }) => `  - ${name} in ${where}`).join('\n')}`,
        ]
      : []),
    ...tables.map(
      (name) => `The table ${name} was kept: chats, messages, profiles. To delete it permanently:
  ${inAws(region, 'dynamodb', 'update-table', '--table-name', name, '--no-deletion-protection-enabled')}
  ${inAws(region, 'dynamodb', 'delete-table', '--table-name', name)}`,
    ),
    ...pools.map(
      (name) => `The user pool ${name} was kept: accounts. To delete it permanently:
  turn off its deletion protection in the Cognito console (Settings), then
  ${inAws(region, 'cognito-idp', 'delete-user-pool', '--user-pool-id', name)}`,
    ),
    ...(others.length > 0
      ? [
          `Resources that a user pool calls at sign-up, or once called, were kept too. Delete them after the pool:
${others.map(({ type, name }) => `  ${type} ${name}`).join('\n')}`,
        ]
      : []),
    ...(reuseOptions.length > 0
      ? [
          `To use them again, deploy with\n  ${reuseOptions.join(' ')}\nThey cost next to nothing in the meantime.`,
        ]
      : []),
    ...leftOver.map(
      ({ name, region: where }) => `${name} belongs to an earlier version or to other settings. To delete it:
  ${inAws(where, 'cloudformation', 'delete-stack', '--stack-name', name)}`,
    ),
    ...(unchecked.length > 0
      ? [
          `More may remain. This could not be checked:
${unchecked.map((what) => `  - ${what}`).join('\n')}`,
        ]
      : []),
    `If you stored Google's client secret, it remains in Secrets Manager as ${googleSecretName({ stage })}.`,
  ];
  return `\n${parts.join('\n\n')}\n`;
}
