import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { providerKeysSecretName } from '../settings/names.ts';

/**
 * The three provider keys as one secret: made empty, so that neither the template nor its history ever holds a key;
 * `npm run keys` fills it.
 */
export class ProviderKeys extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { stage }: { stage: string }) {
    super(scope, id);
    const secret = new CfnSecret(this, 'Secret', {
      name: providerKeysSecretName({ stage }),
      description: 'OPENAI_API_KEY, SERPAPI_API_KEY and PROFILE_API_KEY as JSON, stored by `npm run keys`.',
    });
    secret.applyRemovalPolicy(RemovalPolicy.DESTROY);
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The keys belong to other companies: AWS cannot rotate them. docs/operations.md says how people do.',
    });
    this.arn = secret.ref;
  }

  grantRead(door: IGrantable): void {
    door.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.arn] }),
    );
  }
}
