import * as v from 'valibot';
import type { OrganicResult } from './collect-profiles.ts';

const text = v.optional(v.fallback(v.string(), ''), '');
const Result = v.object({ link: v.string(), title: text, snippet: text });

/** The results of a page, whatever else stands in the list: one odd entry does not cost the others. */
export const OrganicResults = v.pipe(
  v.optional(v.nullable(v.array(v.unknown())), null),
  v.transform((list): OrganicResult[] =>
    (list ?? []).flatMap((entry) => {
      const result = v.safeParse(Result, entry);
      return result.success ? [result.output] : [];
    }),
  ),
);
