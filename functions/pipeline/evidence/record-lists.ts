import type { ProfileRecord } from '#shared/profile-record.ts';
import type { Slot } from '../criteria/slots.ts';
import { isToCome } from './record-jobs.ts';

/* What a record lists besides jobs and schools, each entry as a text that can be quoted and is shown to models. */

export interface Listed {
  /** The name that models see it under. */
  list:
    | 'languages'
    | 'certifications'
    | 'skills'
    | 'volunteering'
    | 'projects'
    | 'publications'
    | 'patents'
    | 'awards';
  slot: Slot;
  text: string;
  /** Whether it is a certificate that has expired. */
  isOver: boolean;
  /** What the person says about it. */
  description: string;
}

/** 'NATIVE_OR_BILINGUAL' as people write it. */
const readableProficiency = (proficiency: string): string =>
  proficiency.replaceAll('_', ' ').toLowerCase().trim();

/** Each language once, with its proficiency if given: 'Spanish (native or bilingual)'. */
function languagesOf({ languages = [], languages_and_proficiencies = [] }: ProfileRecord): string[] {
  const rated = languages_and_proficiencies.flatMap(({ name, proficiency }) =>
    name ? [[name, proficiency ? `${name} (${readableProficiency(proficiency)})` : name] as const] : [],
  );
  return [...new Map([...languages.map((name) => [name, name] as const), ...rated]).values()];
}

export function listedIn(record: ProfileRecord, now = new Date()): Listed[] {
  const entry = (
    list: Listed['list'],
    slot: Slot,
    text: string | null | undefined,
    overrides: Partial<Listed> = {},
  ) => (text ? [{ list, slot, text, isOver: false, description: '', ...overrides }] : []);
  const entriesFrom = <Item>(items: readonly Item[] | undefined, read: (item: Item) => Listed[]) =>
    items?.flatMap(read) ?? [];
  return [
    ...languagesOf(record).flatMap((text) => entry('languages', 'language', text)),
    ...entriesFrom(record.certifications, ({ name, ends_at }) =>
      entry('certifications', 'certificate', name, { isOver: Boolean(ends_at) && !isToCome(ends_at, now) }),
    ),
    ...entriesFrom(record.skills, (skill) => entry('skills', 'beside', skill)),
    ...entriesFrom(record.volunteer_work, ({ title, company, description }) =>
      entry('volunteering', 'beside', [title, company].filter(Boolean).join(' at '), {
        description: description ?? '',
      }),
    ),
    ...entriesFrom(record.accomplishment_projects, ({ title, description }) =>
      entry('projects', 'beside', title, { description: description ?? '' }),
    ),
    ...entriesFrom(record.accomplishment_publications, ({ name }) => entry('publications', 'beside', name)),
    ...entriesFrom(record.accomplishment_patents, ({ title }) => entry('patents', 'beside', title)),
    ...entriesFrom(record.accomplishment_honors_awards, ({ title }) => entry('awards', 'beside', title)),
  ];
}
