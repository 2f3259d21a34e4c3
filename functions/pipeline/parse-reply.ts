import { SEARCH_ERRORS } from '#shared/errors.ts';
import { StepFailure } from './step-failure.ts';

/** The model answered, but not in the shape asked for; `problem` says what is wrong in a few words. */
export class UnreadableReply extends StepFailure {
  readonly problem: string;

  constructor(message: string, problem: string = message, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/**
 * A model's reply as JSON, code fences stripped.
 * @throws UnreadableReply 'Failed to parse AI response as JSON: …'
 */
export function parseJsonReply(text: string): unknown {
  try {
    return JSON.parse(stripFences(text));
  } catch (error) {
    const problem = syntaxProblem(error);
    throw new UnreadableReply(SEARCH_ERRORS.notJson(problem), problem, { cause: error });
  }
}

/**
 * A model's array reply (design decision 11): a bare array, or an object holding exactly one array.
 * @throws UnreadableReply also 'AI response is not an array'
 */
export function parseArrayReply(text: string): readonly unknown[] {
  const reply = parseJsonReply(text);
  if (Array.isArray(reply)) return reply;
  const arrays = isObject(reply) ? Object.values(reply).filter(Array.isArray) : [];
  const [only] = arrays;
  if (only === undefined || arrays.length > 1) throw new UnreadableReply(SEARCH_ERRORS.notAnArray);
  return only;
}

/** Without a search for blanks before the closing fence: a reply of endless blanks would make it quadratic. */
function stripFences(text: string): string {
  const opened = text.trim().replace(/^```[a-z]*/i, '');
  return opened.endsWith('```') ? opened.slice(0, -3) : opened;
}

/** The engine's own message quotes the reply, which is nobody's business; only what kind of mistake it is gets through. */
function syntaxProblem(error: unknown): string {
  const endsEarly = error instanceof Error && /end of JSON|Unterminated/.test(error.message);
  return endsEarly ? 'Unexpected end of JSON input' : 'Unexpected token in JSON';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
