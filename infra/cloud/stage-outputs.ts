import { stageOptions } from '../command.ts';
import { type Aws, findOutputs } from './aws.ts';
import { stackName } from './settings/names.ts';
import { SettingsError } from './settings/read-settings.ts';
import { isOffered } from './settings/regions.ts';

interface Deployment {
  aws: Aws;
  stage: string;
  region: string;
}

/** The outputs of a deployed stage. @throws SettingsError if it is not deployed in this region, saying what to write for another one */
export async function stageOutputs({ aws, ...deployment }: Deployment): Promise<Record<string, string>> {
  const { stage, region } = deployment;
  const outputs = await findOutputs(aws, stackName({ stage }));
  if (outputs !== undefined) return outputs;
  throw new SettingsError(
    `Stage ${stage} is not deployed in ${region}.${howToDeploy(deployment)}
If it is in another region, name it: -c stage=${stage} -c region=…`,
  );
}

/** Goes after a sentence. Empty where a deployment is refused, in a region that stages can only be operated and destroyed in. */
export const howToDeploy = (deployment: Omit<Deployment, 'aws'>): string =>
  isOffered(deployment)
    ? ` Deploy it first, with its other settings: npm run deploy -- ${stageOptions(deployment)}`
    : '';
