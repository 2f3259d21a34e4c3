import * as v from 'valibot';
import type { ReplySchema } from '#functions/providers/ports.ts';
import { cleanText } from '#shared/clean-text.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { FoundProfile } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { StepFailure } from '../context.ts';

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
    // Without the error as its cause, which quotes the reply.
    throw new UnreadableReply(SEARCH_ERRORS.notJson(problem), problem);
  }
}

/**
 * The one object that a model was asked for, which may be the only entry of a list.
 * @throws UnreadableReply
 */
export function parseSingleReply(text: string): unknown {
  const reply = parseJsonReply(text);
  return Array.isArray(reply) && reply.length === 1 ? reply[0] : reply;
}

/**
 * The list in a model's reply: bare, or the only one in an object. docs/behaviour.md#model-replies
 * @throws UnreadableReply 'AI response is not an array'
 */
function arrayOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  const arrays = isObject(reply) ? Object.values(reply).filter(Array.isArray) : [];
  const [only] = arrays;
  if (only === undefined || arrays.length > 1) throw new UnreadableReply(SEARCH_ERRORS.notAnArray);
  return only;
}

/** Up to the JSON in the first fence that has some, also behind an introduction: 'Here is the list:'. */
const OPENING = /^(?![[{]).*?```[a-z]*\s*(?=[[{])/is;

/** Without a search for blanks before the closing fence: a reply of endless blanks would make it quadratic. */
function stripFences(text: string): string {
  const trimmed = text.trim();
  const opened = trimmed.replace(OPENING, '');
  const end = opened.lastIndexOf('```');
  const isFenced = opened !== trimmed || trimmed.endsWith('```');
  return isFenced && end !== -1 ? opened.slice(0, end) : opened;
}

/** The engine's own message quotes the reply, which is nobody's business; only what kind of mistake it is gets through. */
function syntaxProblem(error: unknown): string {
  const endsEarly = error instanceof Error && /end of JSON|Unterminated/.test(error.message);
  return endsEarly ? 'Unexpected end of JSON input' : 'Unexpected token in JSON';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const Reference = v.object({
  index: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
  url: v.fallback(v.optional(v.string()), undefined),
  profileUrl: v.fallback(v.optional(v.string()), undefined),
});

/**
 * What a model says of one person: of a list the first entry that speaks of them and can be read, or its fields alone. Undefined where
 * nothing does.
 * @throws UnreadableReply
 */
export function readEntry<Schema extends v.GenericSchema>(
  text: string,
  { url }: FoundProfile,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const reply = parseJsonReply(text);
  const isAlone = isObject(reply) && 'relevanceScore' in reply;
  for (const item of isAlone ? [{ index: 0, ...reply }] : arrayOf(reply)) {
    const fields = v.safeParse(schema, item);
    if (fields.success && speaksOf(item, url)) return fields.output;
  }
  return undefined;
}

/** By the person's index, which is 0 since nobody else was asked about, or by any form of their profile URL. */
function speaksOf(item: unknown, profileUrl: string): boolean {
  const reference = v.safeParse(Reference, item);
  if (!reference.success) return false;
  const { index, url, profileUrl: named } = reference.output;
  return index === undefined ? canonicalProfileUrl(url ?? named ?? '') === profileUrl : index === 0;
}

/** Longest text taken from a model for one field, in characters: more than a card can show. */
const LONGEST_TEXT = 1_000;
const SCORE_TEXT = /^\d+(\.\d+)?\s*(?:%|\/\s*100)?$/;

/** A field that is read generously: the model is sent `schema`, and what it answers goes through `read` first. */
const lenient = <Schema extends v.GenericSchema>(read: (value: unknown) => unknown, schema: Schema) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => read(value)),
    schema,
  );

/** A model repeats what it was shown, and may hide what it was not: its texts are cleaned like those of the web. */
const cut = (text: string): string => cleanText(text, LONGEST_TEXT);

/** A text; anything that is not text counts as missing, and what is missing is ''. */
export const replyText = v.fallback(
  lenient((value) => (typeof value === 'string' ? cut(value) : ''), v.string()),
  '',
);

/** Of what a model says in words of its own, in characters: it is asked for a sentence. */
const LONGEST_WORDS = 300;
/** Nobody asks a model for an address: one in its own words is somebody else's who told it to say so. */
const ADDRESS = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.|(?:javascript|vbscript|data|mailto|tel):)\S*/giu;

/** A text in words of the model's own, such as its reasons: short, and without addresses. */
export const replyWords = v.fallback(
  lenient((value) => (typeof value === 'string' ? wordsIn(value) : ''), v.string()),
  '',
);

const wordsIn = (text: string): string =>
  cleanText(cut(text).replace(ADDRESS, ' ').replace(/ {2,}/g, ' '), LONGEST_WORDS);

function readTexts(value: unknown, most: number): string[] {
  return [value]
    .flat()
    .filter((item) => typeof item === 'string')
    .map((item) => cut(item))
    .filter((item) => item !== '')
    .slice(0, most);
}

/** A list of texts; a single text counts as a list of one, blanks are dropped, what is missing is empty. */
export const replyTexts = (most: number) =>
  v.fallback(
    lenient((value) => readTexts(value, most), v.array(v.string())),
    [],
  );

/** A list of entries; what is no list is empty, and entries that do not parse are left out. */
export const replyList = <Schema extends v.GenericSchema>(entry: Schema, most: number) =>
  v.fallback(
    lenient((value) => {
      const entries: unknown[] = Array.isArray(value) ? value.slice(0, most) : [];
      return entries.filter((each) => v.is(entry, each));
    }, v.array(entry)),
    [],
  );

/** A text for which models also send a list or null: the list's items joined; undefined where there is nothing in it. */
export const replyTextOrList = (most: number, separator: string) =>
  v.optional(
    v.pipe(
      lenient((value) => readTexts(value, most).join(separator), v.string()),
      v.transform((text) => text || undefined),
    ),
  );

/**
 * A 0–100 score, also when sent as text ("95"); anything out of range is not a score, nor is a fraction of one, which is of another scale.
 * It is not rounded: 59.6 is below 60.
 */
export const replyScore = v.pipe(
  lenient(
    (value) =>
      typeof value === 'string' && SCORE_TEXT.test(value.trim()) ? Number.parseFloat(value) : value,
    v.number(),
  ),
  v.minValue(0),
  v.maxValue(100),
  v.check((score) => score === 0 || score >= 1),
);

/** A yes or no, also when sent as text; what is missing is a no. */
export const replyFlag = v.fallback(
  lenient(
    (value) => value === true || (typeof value === 'string' && /^(true|yes)$/i.test(value)),
    v.boolean(),
  ),
  false,
);

/**
 * The reply as the model is told to give it, in the form that OpenAI's strict structured output takes: every property required,
 * no others, no bounds (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
 */
export const replySchema = (name: string, schema: v.GenericSchema): ReplySchema => ({
  name,
  schema: jsonSchemaOf(schema),
});

/** What of Valibot's schemas, and of the steps of their pipes, says what they read. */
const Shape = v.object({
  kind: v.string(),
  type: v.string(),
  pipe: v.optional(v.array(v.looseObject({ kind: v.string(), type: v.string() })), []),
  wrapped: v.optional(v.unknown()),
  entries: v.optional(v.record(v.string(), v.unknown())),
  item: v.optional(v.unknown()),
});
const Plain = v.picklist(['string', 'number', 'boolean']);

/** A schema of objects, lists and plain values as a JSON Schema: of one that is read generously what is behind the generous reading. */
function jsonSchemaOf(schema: unknown): ReplySchema['schema'] {
  const { type, pipe, wrapped, entries, item } = v.parse(Shape, schema);
  const inner = wrapped ?? pipe.findLast(({ kind }) => kind === 'schema');
  if (pipe.some((step) => step.type === 'integer')) return { type: 'integer' };
  if (inner !== undefined) return jsonSchemaOf(inner);
  if (item !== undefined) return { type: 'array', items: jsonSchemaOf(item) };
  if (entries === undefined) return { type: v.parse(Plain, type) };
  const properties = Object.entries(entries).map(([name, each]) => [name, jsonSchemaOf(each)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(entries),
    additionalProperties: false,
  };
}

/** A reply with one entry per profile, which names it by its index. Arrays cannot be the root of a structured reply. */
export const entryPerProfile = <Entries extends v.ObjectEntries>({
  entries,
}: v.ObjectSchema<Entries, undefined>) =>
  v.object({ profiles: v.array(v.object({ index: v.pipe(v.number(), v.integer()), ...entries })) });
