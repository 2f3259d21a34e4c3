import { PRODUCT_NAME, STORAGE_PREFIX } from '#shared/product.ts';
import type { Settings } from './schema.ts';

type Stage = { stage: string };
type Deployment = Stage & { region: string };

/** The stack's name in CloudFormation: one stack per stage, so that several stages can coexist. */
export const stackName = ({ stage }: Stage): string => `${PRODUCT_NAME}-${stage}`;

/**
 * The resources that contain people's data: the stack's output with the name of the one in use, its type, and the setting that selects
 * another one.
 */
export const DATA_RESOURCES = [
  { output: 'Table', kind: 'table', type: 'AWS::DynamoDB::Table', setting: 'existingTable' },
  { output: 'UserPool', kind: 'user pool', type: 'AWS::Cognito::UserPool', setting: 'existingUserPool' },
] as const;

/** The table's logical id in the template: a restored table is imported under it (infra/operate/switch-table.ts). */
export const TABLE_LOGICAL_ID = 'DataTableFDBAD0F2';

/**
 * Prefix of the logical ids of the pre-sign-up trigger's function and its resources; CloudFormation includes it in their physical names.
 */
export const TRIGGER_LOGICAL_ID = 'IdentityLinker';

/** For a stage outside us-east-1: the stack with what AWS offers there only. Stages of the same name may be in several regions. */
export const edgeStackName = ({ stage, region }: Deployment): string =>
  `${stackName({ stage })}-${region}-edge`;

/** For a stage outside us-east-1: the stack with the alarms for CloudFront, whose metrics are there. */
export const edgeAlarmsStackName = (deployment: Deployment): string => `${edgeStackName(deployment)}-alarms`;

/** The secret with the three provider keys as JSON. */
export const providerKeysSecretName = ({ stage }: Stage): string =>
  `${STORAGE_PREFIX}/${stage}/provider-keys`;

/** The secret with Google's client secret as plain text. */
export const googleSecretName = ({ stage }: Stage): string =>
  `${STORAGE_PREFIX}/${stage}/google-client-secret`;

/** CloudWatch namespace of the stage's own metrics. */
export const metricNamespace = ({ stage }: Stage): string => `${PRODUCT_NAME}/${stage}`;

/** Prefix of regional physical names, where AWS requires one and generates none. */
export const regionalPrefix = ({ stage }: Stage): string => `${STORAGE_PREFIX}-${stage}`;

/** The same for account-wide names, such as those of CloudFront policies, budgets and dashboards. */
export const accountPrefix = ({ stage, region }: Deployment): string =>
  `${regionalPrefix({ stage })}-${region}`;

/** The site's address, if it is known before the deployment. */
export const siteOf = ({ domainName, siteAddress }: Settings): string | undefined =>
  domainName === undefined ? siteAddress : `https://${domainName}`;
