import { hashText } from '../text/random.ts';
import { assessProfile } from './assess-profile.ts';
import { formatProfiles } from './format-profiles.ts';
import { isRecord, readJson } from './read-value.ts';
import { scoreProfiles } from './score-profiles.ts';
import { writeQuery } from './write-query.ts';

/** The calls the product makes; `chat` is any other. */
export type Call = 'query' | 'scoring' | 'assessment' | 'formatting' | 'chat';

/** Calls by the field of their reply that the system prompt names, the most telling first. */
const FIELDS: readonly (readonly [string, Call])[] = [
  ['finalRelevanceScore', 'assessment'],
  ['fullName', 'formatting'],
  ['shouldVerify', 'scoring'],
  ['googleSearchQuery', 'query'],
];

/** Which call a system prompt makes. */
export function callOf(system: string): Call {
  return FIELDS.find(([field]) => system.includes(field))?.[1] ?? 'chat';
}

/** The one array property of a schema's root object, which the reply's array then goes in. */
function arrayProperty(format: unknown): string | null {
  const wanted = isRecord(format) && isRecord(format['json_schema']) ? format['json_schema']['schema'] : null;
  const properties =
    isRecord(wanted) && isRecord(wanted['properties']) ? Object.entries(wanted['properties']) : [];
  const arrays = properties.filter(([, schema]) => isRecord(schema) && schema['type'] === 'array');
  return arrays.length === 1 ? (arrays[0]?.[0] ?? null) : null;
}

/** Models put a bare array in code fences now and then: here one reply in seven, the same ones each time. */
function arrayText(values: readonly object[], format: unknown): string {
  const type = isRecord(format) ? format['type'] : undefined;
  const property = arrayProperty(format);
  if (property !== null) return JSON.stringify({ [property]: values });
  if (type === 'json_object') return JSON.stringify({ profiles: values });
  const bare = JSON.stringify(values);
  return hashText(bare) % 7 === 0 ? `\`\`\`json\n${bare}\n\`\`\`` : bare;
}

/** The text a model replies with. */
export function answer(options: { call: Call; user: string; responseFormat: unknown }): string {
  const { call, user, responseFormat } = options;
  if (call === 'query') return JSON.stringify(writeQuery(user));
  if (call === 'scoring') return arrayText(scoreProfiles(readJson(user)), responseFormat);
  if (call === 'formatting') return arrayText(formatProfiles(readJson(user)), responseFormat);
  if (call === 'assessment') return JSON.stringify(assessProfile(readJson(user)));
  const reply = 'I am a simulated model: I can help to find people.';
  return isRecord(responseFormat) && responseFormat['type'] !== 'text' ? JSON.stringify({ reply }) : reply;
}
