import * as v from 'valibot';
import { readableSentence } from '../reason.ts';
import type { Answer } from './exchange.ts';
import type { Service } from './service.ts';

const text = v.optional(v.fallback(v.optional(v.string()), undefined));

/** The error bodies of all providers: Proxycurl's `description`, SerpApi's `error`, OpenAI's `error.message`, others' `message`. */
const ErrorBody = v.object({
  description: text,
  message: text,
  error: v.optional(
    v.fallback(
      v.optional(v.union([v.string(), v.object({ message: text, code: text, type: text })])),
      undefined,
    ),
  ),
});

export interface ErrorDetails {
  /** One readable sentence of at most 200 characters, or undefined where the body holds none. */
  summary: string | undefined;
  /** OpenAI's `error.code` and `error.type`. */
  codes: readonly string[];
}

/** What the body of an error says, never its HTML, keys or addresses. */
export function readErrorBody({ apiKey }: Service, answer: Answer): ErrorDetails {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorBody), answer.text);
  if (!result.success) return { summary: undefined, codes: [] };
  const { description, message, error } = result.output;
  const nested = typeof error === 'object' ? error : { message: error };
  const said = description ?? message ?? nested.message;
  const codes = 'code' in nested ? [nested.code, nested.type] : [];
  return {
    summary: said === undefined ? undefined : readableSentence(said, [apiKey]),
    codes: codes.filter((code) => code !== undefined),
  };
}
