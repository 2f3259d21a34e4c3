type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of an object with exactly these properties: the form in which structured output is enforced. */
export const strictObject = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The JSON Schema of a reply with one entry per profile: arrays cannot be the root of a structured reply. */
export const strictProfiles = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  strictObject({ profiles: { type: 'array', items: strictObject(properties) } });
