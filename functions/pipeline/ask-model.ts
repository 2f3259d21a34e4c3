import type { CompletionRequest } from '#functions/providers/ports/language-model.ts';
import { ProviderError } from '#functions/providers/ports/provider-error.ts';
import type { SearchTools } from './context.ts';
import { StepFailure } from './step-failure.ts';

/**
 * The text of a model's reply.
 * @param noResponse what the step says when the model answered with nothing.
 * @throws StepFailure with that text; ProviderError for every other failure.
 */
export async function askModel(
  { providers, signal }: SearchTools,
  request: CompletionRequest,
  noResponse: string,
): Promise<string> {
  try {
    const completion = await providers.languageModel.complete(request, signal);
    return completion.text;
  } catch (error) {
    const empty = error instanceof ProviderError && error.code === 'no-response';
    throw empty ? new StepFailure(noResponse, { cause: error }) : error;
  }
}
