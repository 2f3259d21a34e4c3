import { PRODUCT_NAME, STORAGE_PREFIX } from '#shared/product.ts';
import type { Settings } from './schema.ts';

type Stage = { stage: string };
type Deployment = Stage & { region: string };

/** The stack's name in CloudFormation: one stack per stage, so that stages exist side by side. */
export const stackName = ({ stage }: Stage): string => `${PRODUCT_NAME}-${stage}`;

/** The table in the stack's template: a restored one is imported under this name (infra/operate/switch-table.ts). */
export const TABLE_LOGICAL_ID = 'DataTableFDBAD0F2';

/** With what the template's names of the function that is asked before a sign-up begin, and of what belongs to it; so CloudFormation names them too. */
export const TRIGGER_LOGICAL_ID = 'IdentityLinker';

/** The stack for what AWS has in us-east-1 only, where the rest is in another region; stages of one name may be in several. */
export const edgeStackName = ({ stage, region }: Deployment): string =>
  `${stackName({ stage })}-${region}-edge`;

/** The stack that watches CloudFront, whose metrics are in us-east-1, where the rest is in another region. */
export const edgeAlarmsStackName = (deployment: Deployment): string => `${edgeStackName(deployment)}-alarms`;

/** Secret with the three provider keys as JSON. */
export const providerKeysSecretName = ({ stage }: Stage): string =>
  `${STORAGE_PREFIX}/${stage}/provider-keys`;

/** Secret with Google's client secret as plain text. */
export const googleSecretName = ({ stage }: Stage): string =>
  `${STORAGE_PREFIX}/${stage}/google-client-secret`;

/** Namespace of the stage's own metrics in CloudWatch. */
export const metricNamespace = ({ stage }: Stage): string => `${PRODUCT_NAME}/${stage}`;

/** Prefix of the physical names that AWS requires because it generates none, for what belongs to a region. */
export const regionalPrefix = ({ stage }: Stage): string => `${STORAGE_PREFIX}-${stage}`;

/** The same for what belongs to the whole account, such as CloudFront's policies, budgets and dashboards. */
export const accountPrefix = ({ stage, region }: Deployment): string =>
  `${regionalPrefix({ stage })}-${region}`;

/** Where the page is, as far as it is known before the deployment. */
export const siteOf = ({ domainName, siteAddress }: Settings): string | undefined =>
  domainName === undefined ? siteAddress : `https://${domainName}`;
