import * as v from 'valibot';
import type { ReplySchema } from '#functions/providers/ports.ts';
import { cleanText, cutAtWord, said } from '#shared/clean-text.ts';
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
  const json = stripFences(text);
  try {
    return JSON.parse(json);
  } catch (error) {
    const problem = syntaxProblem(json, error);
    // The parse error is not set as the cause, because it quotes the reply.
    throw new UnreadableReply(SEARCH_ERRORS.notJson(problem), problem);
  }
}

/**
 * The one object that a model was asked for, possibly as the only entry of a list.
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

/** Everything up to the JSON in the first code fence that has some, including an introduction such as 'Here is the list:'. */
const FENCE_OPENING = /^(?![[{]).*?```[a-z]*\s*(?=[[{])/is;

/** Blanks before the closing fence are not matched: on a reply of endless blanks, that would take quadratic time. */
function stripFences(text: string): string {
  const trimmed = text.trim();
  const opened = trimmed.replace(FENCE_OPENING, '');
  const end = opened.lastIndexOf('```');
  const isFenced = opened !== trimmed || trimmed.endsWith('```');
  return isFenced && end !== -1 ? opened.slice(0, end) : opened;
}

/**
 * The engine's own message quotes the reply, so only the kind of mistake is passed on. A reply that was cut off has various messages,
 * depending on where; most give the position, which is its end.
 */
function syntaxProblem(json: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  const endsEarly =
    /^(?:Unexpected end of JSON|Unterminated)/.test(message) || Number(position) === json.length;
  return endsEarly ? 'Unexpected end of JSON input' : 'Unexpected token in JSON';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Some models send numbers as text. */
const Index = v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*\d+\s*$/), v.transform(Number))]);

const Reference = v.object({
  index: v.fallback(v.optional(v.pipe(Index, v.integer(), v.minValue(0))), undefined),
  url: v.fallback(v.optional(v.string()), undefined),
  profileUrl: v.fallback(v.optional(v.string()), undefined),
});

/** Far more than the single entry that a model is asked for. A hostile reply has room for a million. */
const MAX_ENTRIES = 100;

/**
 * What a model says about one person: the first readable entry about them in a list, or the fields of a bare object. Undefined if there
 * is neither.
 * @throws UnreadableReply
 */
export function readEntry<Schema extends v.GenericSchema>(
  text: string,
  { url }: FoundProfile,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const reply = parseJsonReply(text);
  const isBareObject = isObject(reply) && ('index' in reply || 'relevanceScore' in reply);
  for (const item of isBareObject ? [{ index: 0, ...reply }] : arrayOf(reply).slice(0, MAX_ENTRIES)) {
    const fields = v.safeParse(schema, item);
    if (fields.success && isAbout(item, url)) return fields.output;
  }
  return undefined;
}

/** Whether an entry is about the person, by index (0, as the only one in the call) or by any form of their profile URL. */
function isAbout(item: unknown, profileUrl: string): boolean {
  const reference = v.safeParse(Reference, item);
  if (!reference.success) return false;
  const { index, url, profileUrl: named } = reference.output;
  return index === undefined ? canonicalProfileUrl(url ?? named ?? '') === profileUrl : index === 0;
}

/** Longest text accepted from a model for one field, in characters: more than a card can show. */
const MAX_TEXT_LENGTH = 1_000;
const SCORE_PATTERN = /^\d+(\.\d+)?\s*(?:%|\/\s*100)?$/;

/** A field that is read leniently: the model is sent `schema`, and its value goes through `read` before it is validated. */
const lenient = <Schema extends v.GenericSchema>(read: (value: unknown) => unknown, schema: Schema) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => read(value)),
    schema,
  );

/** A model repeats what it was shown and may add invisible characters, so its texts are cleaned like those from the web. */
const cleanReplyText = (text: string): string => cleanText(text, MAX_TEXT_LENGTH);

/** Limit on texts in a model's own words, in characters: it is asked for a sentence. */
const MAX_OWN_WORDS_LENGTH = 300;
/** A model is never asked for a URL or address: one in its own words is there because a page told it to say so. */
const URL_PATTERN = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.|(?:javascript|vbscript|data|mailto|tel):)\S*/giu;

const cleanOwnWords = (text: string): string =>
  cutAtWord(cleanReplyText(text).replace(URL_PATTERN, ' '), MAX_OWN_WORDS_LENGTH);

/** A text; anything else counts as missing, which is read as ''. */
const cleanedText = (clean: (text: string) => string) =>
  v.fallback(
    lenient((value) => (typeof value === 'string' ? clean(value) : ''), v.string()),
    '',
  );

export const replyText = cleanedText(cleanReplyText);

/** A text in the model's own words, such as its reasons: short, and without URLs or addresses. */
export const replyWords = cleanedText(cleanOwnWords);

/** Blank texts, and those that say that there is none, are dropped, so more are read than are kept: this many times as many. */
const TEXTS_READ_PER_KEPT = 10;

function readTexts(value: unknown, maxCount: number): string[] {
  return [value]
    .flat()
    .slice(0, maxCount * TEXTS_READ_PER_KEPT)
    .filter((item) => typeof item === 'string')
    .map(cleanReplyText)
    .filter(said)
    .slice(0, maxCount);
}

/** A list of texts. A single text counts as a list of one, blank texts and 'N/A' are dropped, and a missing list is empty. */
export const replyTexts = (maxCount: number) =>
  v.fallback(
    lenient((value) => readTexts(value, maxCount), v.array(v.string())),
    [],
  );

/** A list of entries. Anything else is read as an empty list, and entries that do not parse are left out. */
export const replyList = <Schema extends v.GenericSchema>(entry: Schema, maxCount: number) =>
  v.fallback(
    lenient((value) => {
      const entries: unknown[] = Array.isArray(value) ? value.slice(0, maxCount) : [];
      return entries.filter((each) => v.is(entry, each));
    }, v.array(entry)),
    [],
  );

/** A text for which models also send a list or null. The items of a list are joined; undefined if there is nothing in it. */
export const replyTextOrList = (maxCount: number, separator: string) =>
  v.optional(
    v.pipe(
      lenient((value) => readTexts(value, maxCount).join(separator), v.string()),
      v.transform((text) => text || undefined),
    ),
  );

/**
 * A 0–100 score, also if sent as text ("95"). Anything out of range is invalid, as is anything between 0 and 1, which is on another scale.
 * It is not rounded: 59.6 is below 60.
 */
export const replyScore = v.pipe(
  lenient(
    (value) =>
      typeof value === 'string' && SCORE_PATTERN.test(value.trim()) ? Number.parseFloat(value) : value,
    v.number(),
  ),
  v.minValue(0),
  v.maxValue(100),
  v.check((score) => score === 0 || score >= 1),
);

/** A Boolean, also if sent as text; false if missing. */
export const replyFlag = v.fallback(
  lenient(
    (value) => value === true || (typeof value === 'string' && /^(true|yes)$/i.test(value)),
    v.boolean(),
  ),
  false,
);

/**
 * The JSON Schema that a model is sent for its reply, as OpenAI's strict structured outputs require: every property required,
 * no others, no bounds (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
 */
export const replySchema = (name: string, schema: v.GenericSchema): ReplySchema => ({
  name,
  schema: jsonSchemaOf(schema),
});

/** The parts of Valibot's schemas, and of the steps in their pipes, that say what they accept. */
const Shape = v.object({
  kind: v.string(),
  type: v.string(),
  pipe: v.optional(v.array(v.looseObject({ kind: v.string(), type: v.string() })), []),
  wrapped: v.optional(v.unknown()),
  entries: v.optional(v.record(v.string(), v.unknown())),
  item: v.optional(v.unknown()),
});
const Plain = v.picklist(['string', 'number', 'boolean']);

/** A schema of objects, lists and plain values as a JSON Schema; for a lenient field, the schema behind the lenient reading. */
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

/** A reply with one entry per profile, identified by its index. The root is an object, since structured replies cannot be arrays. */
export const entryPerProfile = <Entries extends v.ObjectEntries>({
  entries,
}: v.ObjectSchema<Entries, undefined>) =>
  v.object({ profiles: v.array(v.object({ index: v.pipe(v.number(), v.integer()), ...entries })) });
