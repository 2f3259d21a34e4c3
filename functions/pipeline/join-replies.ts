import * as v from 'valibot';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { FoundProfile } from '#shared/search-results.ts';

const Reference = v.object({
  index: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
  url: v.fallback(v.optional(v.string()), undefined),
  profileUrl: v.fallback(v.optional(v.string()), undefined),
});

/**
 * Joins a model's items to the profiles they speak of: by index into `profiles`, or by canonical URL where the model sent one
 * (design decision 11). An item that does not parse or joins to nothing is dropped; of several for one profile the first counts.
 * The result is keyed by the profile's canonical URL.
 */
export function joinReplies<Schema extends v.GenericSchema>(
  items: readonly unknown[],
  profiles: readonly FoundProfile[],
  schema: Schema,
): Map<string, v.InferOutput<Schema>> {
  const joined = new Map<string, v.InferOutput<Schema>>();
  for (const item of items) {
    const url = referredProfile(item, profiles)?.url;
    const fields = v.safeParse(schema, item);
    if (url !== undefined && fields.success && !joined.has(url)) joined.set(url, fields.output);
  }
  return joined;
}

function referredProfile(item: unknown, profiles: readonly FoundProfile[]): FoundProfile | undefined {
  const reference = v.safeParse(Reference, item);
  if (!reference.success) return undefined;
  const { index, url, profileUrl } = reference.output;
  if (index !== undefined) return profiles[index];
  const canonical = canonicalProfileUrl(url ?? profileUrl ?? '');
  return profiles.find((profile) => profile.url === canonical);
}
