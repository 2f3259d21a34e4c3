import * as v from 'valibot';
import { LIMITS } from '#shared/limits.ts';
import { HttpProblem } from './problem.ts';

/** Deeper than any valid body. */
const MAX_NESTING_DEPTH = 20;
/** Longest field name quoted in a message, in characters. */
const MAX_NAME_LENGTH = 80;
/** How the schema library's own messages begin; ours are written to follow the field's name. */
const LIBRARY_MESSAGE_PREFIX = 'Invalid ';

/**
 * The request's JSON body, checked against the schema.
 * @throws HttpProblem 413 over the limit, 415 for another content type, 400 naming what is invalid.
 */
export async function readJsonBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  /** In bytes. */
  maxBytes: number = LIMITS.bodyBytes,
): Promise<v.InferOutput<Schema>> {
  if (!isJson(request.headers.get('content-type'))) throw new HttpProblem('unsupported-media-type');
  // Only the first mistake is told; a body of a megabyte may have a million.
  const result = v.safeParse(schema, parseJson(await readText(request, maxBytes)), { abortEarly: true });
  if (result.success) return result.output;
  throw new HttpProblem('bad-request', { message: describeIssue(result.issues[0]) });
}

function isJson(contentType: string | null): boolean {
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='));
  return (
    type?.trim() === 'application/json' && [undefined, 'charset=utf-8', 'charset="utf-8"'].includes(charset)
  );
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    new HttpProblem('body-too-large', { message: `The request is over ${maxBytes} bytes.` });
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new HttpProblem('bad-request', { message: 'The request is not valid UTF-8.', cause });
  }
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HttpProblem('bad-request', { message: 'The request is not valid JSON.', cause });
  }
  // Object schemas accept arrays if every field is optional.
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpProblem('bad-request', { message: 'The request must be a JSON object.' });
  rejectHostileJson(text);
  return value;
}

/** A string, with its colon if it is a property name, a bracket, or a number. */
const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]|-?\d[\d.e+-]*/gi;
/** DynamoDB stores no number that is closer to zero, except for zero. */
const SMALLEST_NUMBER = 1e-130;

/**
 * Rejects valid JSON that JSON.parse accepts but no honest client sends: a name given twice in one object, where other parsers may see
 * the other value, nesting that only serves to exhaust a parser, and numbers that the database refuses or that JSON cannot write again.
 */
function rejectHostileJson(text: string): void {
  const namesInScopes: Set<unknown>[] = [];
  let name: unknown;
  for (const [token, string, colon] of text.matchAll(JSON_TOKEN)) {
    if (token === '{' || token === '[') namesInScopes.push(new Set());
    else if (token === '}' || token === ']') namesInScopes.pop();
    else if (string === undefined) rejectOddNumber(Number(token), name);
    else if (colon !== undefined) {
      name = JSON.parse(string);
      rejectDuplicateName(name, namesInScopes.at(-1));
    }
    if (namesInScopes.length > MAX_NESTING_DEPTH)
      throw new HttpProblem('bad-request', { message: 'The request is nested too deeply.' });
  }
}

function rejectDuplicateName(name: unknown, names: Set<unknown> | undefined): void {
  if (names?.has(name))
    throw new HttpProblem('bad-request', { message: `The ${fieldName(String(name))} is given twice.` });
  names?.add(name);
}

function rejectOddNumber(value: number, name: unknown): void {
  const size = Math.abs(value);
  if (size > Number.MAX_SAFE_INTEGER || (size > 0 && size < SMALLEST_NUMBER))
    throw new HttpProblem('bad-request', {
      message: `The ${fieldName(String(name))} must not be so large or so small.`,
    });
}

/** One sentence, which names the field, shortened, but never repeats the value that was sent. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return `The ${path === null ? 'request' : fieldName(path)} ${describeFault(issue)}.`;
}

const fieldName = (name: string): string => `field "${name.slice(0, MAX_NAME_LENGTH)}"`;

function describeFault(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith(LIBRARY_MESSAGE_PREFIX)) return issue.message;
  if (issue.expected === 'never') return 'is not known';
  if (issue.received === 'undefined') return 'is missing';
  return `must be ${issue.expected?.toLowerCase() ?? 'something else'}`;
}
