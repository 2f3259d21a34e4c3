import { hashText } from '../random.ts';
import { writeFollowUp } from './follow-up.ts';
import { formatProfiles } from './format-profiles.ts';
import { assessProfile, scoreProfiles } from './judge.ts';
import { isRecord, readJson, textOf } from './values.ts';
import { writeBrief, writeQuery } from './write-query.ts';

const TASKS = ['query', 'scoring', 'assessment', 'formatting'] as const;

/** The model calls that the product makes; `chat` is any other. */
export type Call = (typeof TASKS)[number] | 'chat';

/** Which call a system prompt belongs to: its first line names the task. */
export function callOf(system: string): Call {
  const [, named] = /^Task: (\w+)/.exec(system) ?? [];
  return TASKS.find((task) => task === named) ?? 'chat';
}

const jsonSchemaOf = (format: unknown): Record<string, unknown> =>
  isRecord(format) && isRecord(format['json_schema']) ? format['json_schema'] : {};

const propertiesOf = (schema: unknown): Record<string, unknown> =>
  isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};

/** The schema's only array property, into which the reply's array goes, and the properties its entries may have. */
function arrayProperty(format: unknown): { name: string; members: readonly string[] } | null {
  const arrays = Object.entries(propertiesOf(jsonSchemaOf(format)['schema'])).flatMap(([name, schema]) =>
    isRecord(schema) && schema['type'] === 'array'
      ? [{ name, members: Object.keys(propertiesOf(schema['items'])) }]
      : [],
  );
  return arrays.length === 1 ? (arrays[0] ?? null) : null;
}

/** Drops other properties, which a strict schema does not allow. */
const pickMembers = (value: object, members: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(value).filter(([name]) => members.length === 0 || members.includes(name)),
  );

/** Models sometimes put a bare array in code fences: here one reply in seven, always the same ones. */
function arrayText(values: readonly object[], format: unknown): string {
  const type = isRecord(format) ? format['type'] : undefined;
  const property = arrayProperty(format);
  if (property !== null)
    return JSON.stringify({ [property.name]: values.map((value) => pickMembers(value, property.members)) });
  if (type === 'json_object') return JSON.stringify({ profiles: values });
  const bare = JSON.stringify(values);
  return hashText(bare) % 7 === 0 ? `\`\`\`json\n${bare}\n\`\`\`` : bare;
}

/**
 * How a simulated model responds: the text of its reply to a call's user message, in the requested format. `system` is the system prompt.
 */
export type ModelBehaviour = (call: Call, user: string, responseFormat: unknown, system: string) => string;

/** The query call contains either just the request, or a JSON document with the request and its context. */
function answerQuery(user: string, system: string): object {
  const document = readJson(user);
  const isDocument = 'earlier' in document || 'record' in document;
  const request = isDocument ? textOf(document['request']) : user;
  return {
    ...(isDocument ? writeFollowUp(document) : writeQuery(user)),
    ...(system.includes('"brief": string') && { brief: writeBrief(request) }),
  };
}

/** A careful model: it reports what the texts show, with quotes. */
export const answerCarefully: ModelBehaviour = (call, user, responseFormat, system) => {
  if (call === 'query') return JSON.stringify(answerQuery(user, system));
  if (call === 'scoring') return arrayText(scoreProfiles(readJson(user)), responseFormat);
  if (call === 'formatting') return arrayText(formatProfiles(readJson(user)), responseFormat);
  if (call === 'assessment') return JSON.stringify(assessProfile(readJson(user)));
  const reply = 'I am a simulated model: I can help to find people.';
  return isRecord(responseFormat) && responseFormat['type'] !== 'text' ? JSON.stringify({ reply }) : reply;
};
