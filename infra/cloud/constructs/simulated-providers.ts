import {
  Duration,
  Fn,
  aws_lambda as lambda,
  RemovalPolicy,
  aws_secretsmanager as secrets,
  Validations,
} from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { baseUrlsAt } from '#infra/simulated/base-urls.ts';
import type { Settings } from '../settings/schema.ts';
import { EventFunction } from './event-function.ts';

/** In MB. At this one processor is whole: an instance spends its start inventing people. */
const MEMORY_SIZE = 1769;
/** The longest call is a page of results of a new instance. In seconds. */
const TIMEOUT = 20;
/** Too long to guess. In characters. */
const KEY_LENGTH = 48;

/**
 * A third function, for a stage that asks nobody real: invented people, over the providers' own wire formats. The providers' clients sign
 * nothing, so its URL takes whoever comes; it answers only who has a key that is made with the stack, and few at once. That key opens
 * nothing else and may stand where other keys may not: in the environment of the two functions.
 */
export class SimulatedProviders extends Construct {
  /** What the search function is told. */
  readonly variables: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { settings, code }: { settings: Settings; code: lambda.Code }) {
    super(scope, id);
    const apiKey = this.#makeKey();
    const { reservedConcurrentProviders: atOnce, profileProvider } = settings;
    const { lambda: simulated } = new EventFunction(this, 'Answering', {
      code,
      settings,
      description: 'Answers as the providers do, with invented people',
      timeout: Duration.seconds(TIMEOUT),
      memorySize: MEMORY_SIZE,
      environment: { SIMULATED_API_KEY: apiKey },
      ...(atOnce > 0 && { reservedConcurrentExecutions: atOnce }),
    });
    const { url } = simulated.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.NONE });
    // A function URL ends in a slash, and only a deployment knows it.
    const at = baseUrlsAt(`https://${Fn.select(2, Fn.split('/', url))}`);
    this.variables = {
      PROVIDERS: 'simulated',
      OPENAI_API_KEY: apiKey,
      OPENAI_BASE_URL: at.openaiBaseUrl,
      OPENAI_STRUCTURED_OUTPUT: 'on',
      SERPAPI_API_KEY: apiKey,
      SERPAPI_BASE_URL: at.serpapiBaseUrl,
      PROFILE_API_KEY: apiKey,
      PROFILE_BASE_URL: profileProvider === 'proxycurl' ? at.proxycurlBaseUrl : at.enrichLayerBaseUrl,
    };
  }

  /** Made by AWS while deploying, so that no template and no history holds it. */
  #makeKey(): string {
    const secret = new secrets.Secret(this, 'Key', {
      description: 'The only key the simulated providers take; it opens nothing else.',
      generateSecretString: { passwordLength: KEY_LENGTH, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'It leads to invented people only, and both functions that know it are told it by a deployment.',
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
