import * as v from 'valibot';
import { SEARCH_ERRORS } from '#shared/errors.ts';
import type { Completion } from './ports/language-model.ts';
import type { ProviderErrorCode } from './ports/provider-error.ts';
import { ProviderError } from './ports/provider-error.ts';

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
  usage: v.nullish(
    v.object({ prompt_tokens: v.optional(v.number(), 0), completion_tokens: v.optional(v.number(), 0) }),
  ),
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
  const { finish_reason, message } = choice;
  if (finish_reason === 'length') throw failure('truncated', 'The reply was cut off at its length limit');
  if (finish_reason === 'content_filter')
    throw failure('filtered', 'The reply was stopped by a content filter');
  if (message.refusal) throw failure('refused', 'The model declined the request');
  if (!message.content?.trim()) throw failure('no-response', SEARCH_ERRORS.noModelResponse);
  const { prompt_tokens = 0, completion_tokens = 0 } = result.output.usage ?? {};
  return { text: message.content, usage: { inputTokens: prompt_tokens, outputTokens: completion_tokens } };
}

function failure(code: ProviderErrorCode, reason: string): ProviderError {
  return new ProviderError({ provider: 'language-model', code, reason });
}
