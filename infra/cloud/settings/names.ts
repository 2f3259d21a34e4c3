import { PRODUCT_NAME, STORAGE_PREFIX } from '#shared/product.ts';

type Stage = { stage: string };

/** The stack's name in CloudFormation: one stack per stage, so that stages exist side by side. */
export const stackName = ({ stage }: Stage): string => `${PRODUCT_NAME}-${stage}`;

/** The stack for what CloudFront takes from us-east-1 only, where the rest is in another region. */
export const edgeStackName = (stage: Stage): string => `${stackName(stage)}-edge`;

/** Secret with the three provider keys as JSON. */
export const providerKeysSecretName = ({ stage }: Stage): string =>
  `${STORAGE_PREFIX}/${stage}/provider-keys`;

/** Secret with Google's client secret as plain text. */
export const googleSecretName = ({ stage }: Stage): string =>
  `${STORAGE_PREFIX}/${stage}/google-client-secret`;

/** Namespace of the stage's own metrics in CloudWatch. */
export const metricNamespace = ({ stage }: Stage): string => `${PRODUCT_NAME}/${stage}`;

/** Prefix of the physical names that AWS requires because it generates none. */
export const resourcePrefix = ({ stage }: Stage): string => `${STORAGE_PREFIX}-${stage}`;
