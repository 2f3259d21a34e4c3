import * as v from 'valibot';
import { SEARCH_ERRORS } from '#shared/errors.ts';
import type { Completion, TokenUsage } from './ports/language-model.ts';
import type { ProviderErrorCode } from './ports/provider-error.ts';
import { ProviderError } from './ports/provider-error.ts';

const tokens = v.pipe(v.number(), v.integer(), v.minValue(0));

/** An odd count is no reason to lose the reply. */
const Usage = v.fallback(
  v.optional(
    v.pipe(
      v.object({ prompt_tokens: tokens, completion_tokens: tokens }),
      v.transform(
        (usage): TokenUsage => ({
          inputTokens: usage.prompt_tokens,
          outputTokens: usage.completion_tokens,
        }),
      ),
    ),
  ),
  undefined,
);

const ChatCompletion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        finish_reason: v.nullish(v.string()),
        message: v.object({ content: v.nullish(v.string()), refusal: v.nullish(v.string()) }),
      }),
    ),
    v.minLength(1),
  ),
  usage: Usage,
});

/**
 * The text of a chat completion.
 * @throws ProviderError `truncated`, `filtered`, `refused`, `no-response` or `invalid-reply`, none of which a repeat would mend.
 */
export function readCompletion(body: unknown): Completion {
  const result = v.safeParse(ChatCompletion, body);
  const choice = result.success ? result.output.choices[0] : undefined;
  if (!result.success || choice === undefined)
    throw failure('invalid-reply', 'OpenAI sent no chat completion');
  const { usage } = result.output;
  const { finish_reason, message } = choice;
  if (finish_reason === 'length')
    throw failure('truncated', 'The reply was cut off at its length limit', usage);
  if (finish_reason === 'content_filter')
    throw failure('filtered', 'The reply was stopped by a content filter', usage);
  if (message.refusal) throw failure('refused', 'The model declined the request', usage);
  if (!message.content?.trim()) throw failure('no-response', SEARCH_ERRORS.noModelResponse, usage);
  return { text: message.content, usage };
}

function failure(code: ProviderErrorCode, reason: string, usage?: TokenUsage): ProviderError {
  return new ProviderError({ provider: 'language-model', code, reason, usage });
}
