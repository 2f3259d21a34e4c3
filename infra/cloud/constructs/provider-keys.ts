import { aws_iam as iam, RemovalPolicy, aws_secretsmanager as secrets, Validations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { providerKeysSecretName } from '../settings/names.ts';

/**
 * The three provider keys as one secret. It is created empty, so that neither the template nor its history ever contains a key;
 * `npm run keys` fills it.
 */
export class ProviderKeys extends Construct {
  readonly arn: string;
  /** The search function's environment variables. */
  readonly variables: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { stage }: { stage: string }) {
    super(scope, id);
    const secret = new secrets.CfnSecret(this, 'Secret', {
      name: providerKeysSecretName({ stage }),
      description: 'OPENAI_API_KEY, SERPAPI_API_KEY and PROFILE_API_KEY as JSON, stored by `npm run keys`.',
    });
    secret.applyRemovalPolicy(RemovalPolicy.DESTROY);
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Other companies issue the keys, so AWS cannot rotate them. docs/operations.md says how operators do.',
    });
    this.arn = secret.ref;
    this.variables = { PROVIDER_KEYS_SECRET: this.arn, PROVIDERS: 'live' };
  }

  grantRead(grantee: iam.IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new iam.PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.arn] }),
    );
  }
}
