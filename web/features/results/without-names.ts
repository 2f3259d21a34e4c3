import { fold } from '#shared/fold.ts';
import type { Message } from '#shared/message.ts';
import type { DisplayData, DisplayProfile, SearchQuery } from '#shared/results.ts';
import { hidePeople, readPerson, WORD_PATTERN } from './hide-people.ts';
import { rankedProfiles } from './ranking.ts';

/* Answers without the names of their people. */

/** The answer with everybody renamed 'Person 1', 'Person 2' and so on in order of rank, and without links to them. */
export function withoutNames(data: DisplayData, brokenOff: boolean): DisplayData {
  const ranked = rankedProfiles({ data, provisional: false, brokenOff });
  const labels = new Map(ranked.map(({ profile, rank }) => [profile.id, `Person ${rank}`]));
  const hideInQuery = createQueryHider(createNameHider(data, brokenOff));
  const anonymise = ({ foundBy, ...profile }: DisplayProfile) => ({
    ...withoutName(profile, labels.get(profile.id) ?? 'Somebody'),
    ...(foundBy && { foundBy: { ...foundBy, query: hideInQuery(foundBy.query) } }),
  });
  return {
    ...data,
    verifiedProfiles: data.verifiedProfiles.map(anonymise),
    otherProfiles: data.otherProfiles.map(anonymise),
    searchQuery: hideInQuery(data.searchQuery),
  };
}

/** How the answer came about, without the names of its people. */
export function storyWithoutNames(message: Message, data: DisplayData, brokenOff: boolean): Message {
  const hide = createNameHider(data, brokenOff);
  const { steps, searchQuery } = message.metadata ?? {};
  const hidden = {
    ...message.metadata,
    steps: steps?.map((step) => ({ ...step, details: step.details?.map(hide) })),
    ...(searchQuery && { searchQuery: withoutNamesIn(searchQuery, createQueryHider(hide)) }),
  };
  return { ...message, content: hide(message.content), metadata: hidden };
}

const withoutNamesIn = (
  { excludedUrls: _, ...query }: SearchQuery,
  hide: (query: string) => string,
): SearchQuery => ({
  ...query,
  googleSearchQuery: hide(query.googleSearchQuery),
  ...(query.alternativeSearchTerms && { alternativeSearchTerms: query.alternativeSearchTerms.map(hide) }),
});

/** The part of a Google query that restricts it to profile pages. It names nobody. */
const SITE_FILTER_PATTERN = /(\bsite:\S+)/i;

const createQueryHider = (hide: (text: string) => string) => (query: string) =>
  query
    .split(SITE_FILTER_PATTERN)
    .map((part, index) => (index % 2 === 1 ? part : hide(part)))
    .join('');

/**
 * Removes the names of an answer's people from any text, such as a request. Words of the criteria stay, since those are shown next to it:
 * 'Person 5' in place of the Madrid that was asked for would reveal a person's name.
 */
export function createNameHider(data: DisplayData, brokenOff: boolean): (text: string) => string {
  const ranked = rankedProfiles({ data, provisional: false, brokenOff });
  const people = ranked.map(({ profile, rank }) => readPerson(profile, `Person ${rank}`));
  const criteriaWords = new Set(
    data.criteria?.flatMap(({ text }) => text.match(WORD_PATTERN) ?? []).map(fold),
  );
  return (text) => hidePeople(text, people, criteriaWords);
}

function withoutName(profile: DisplayProfile, label: string): DisplayProfile {
  const hide = createPersonHider(profile, label);
  const { currentPosition, education, languages, certificates, likeExamples, verdicts } = profile;
  const { scoreReason, verificationReasoning, scoreMove } = profile;
  return {
    ...profile,
    fullName: label,
    profileUrl: '',
    headline: hide(profile.headline),
    currentPosition: { title: hide(currentPosition.title), company: hide(currentPosition.company) },
    education: { school: hide(education.school), degree: hide(education.degree) },
    ...(languages && { languages: languages.map(hide) }),
    ...(certificates && { certificates: certificates.map(hide) }),
    summary: hide(profile.summary),
    tags: profile.tags.map(hide),
    ...(likeExamples && { likeExamples: likeExamples.map(hide) }),
    ...(scoreReason !== undefined && { scoreReason: hide(scoreReason) }),
    ...(verificationReasoning !== undefined && { verificationReasoning: hide(verificationReasoning) }),
    ...(scoreMove && { scoreMove: { ...scoreMove, reason: hide(scoreMove.reason) } }),
    ...(verdicts && {
      verdicts: verdicts.map((one) => ('quote' in one ? { ...one, quote: hide(one.quote) } : one)),
    }),
  };
}

/** Removes what identifies a person from texts about them. */
function createPersonHider(profile: DisplayProfile, label: string): (text: string) => string {
  const people = [readPerson(profile, label)];
  return (text) => hidePeople(text, people, new Set());
}
