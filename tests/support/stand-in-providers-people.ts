/** Twenty invented people, as described by a web search, a model and a profile-data provider. */

const FIRST = ['Ximena', 'Illari', 'Rumi', 'Killa', 'Amaru', 'Nayra', 'Inti', 'Sumaq', 'Wayra', 'Qori'];
const LAST = ['Huarcaya-Lund', 'Castaneda-Brook'];
const NATIONS = ['Peruvian', 'Bolivian', 'Peruvian in Chile'];
/** The first people meet the whole request: their scores exceed those that meeting half of it allows. */
const FITTING = 6;
const FIELDS = ['artificial intelligence', 'databases and artificial intelligence'];
const PAGE = 10;

export interface StandInPerson {
  slug: string;
  /** Canonical. */
  url: string;
  name: string;
  title: string;
  snippet: string;
}

export const PEOPLE: readonly StandInPerson[] = Array.from({ length: 20 }, (_, index) => {
  const name = `${FIRST[index % FIRST.length]} ${LAST[Math.floor(index / FIRST.length)]}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    slug,
    url: `https://www.linkedin.com/in/${slug}`,
    name,
    title: `${name} - Engineer at Quipu Works ${index} | LinkedIn`,
    snippet: `${NATIONS[index < FITTING ? 0 : index % 3]} engineer, ${FIELDS[index % 2]} · Location: Boston`,
  };
});

export const personAt = (url: string): number => PEOPLE.findIndex((person) => person.url === url);

/** The model's score for the person with this number: from 96 down to 39, so that more than five qualify for verification. */
export const initialScore = (number: number): number => 96 - number * 3;
const finalScore = (number: number): number => initialScore(number) + 1;
export const FORMATTED_SUMMARY = 'Fits the request, says the model';

export const QUERY_REPLY = {
  googleSearchQuery: 'site:linkedin.com/in "Peruvian" "artificial intelligence"',
  targetCriteria: { nationality: 'Peruvian', interests: ['artificial intelligence'], experience: [] },
};

export const scoredItem = (index: number, number: number) => ({
  index,
  relevanceScore: initialScore(number),
  reasoning: 'The field matches',
  shouldVerify: initialScore(number) >= 60,
});

export const formattedItem = (index: number, number: number) => ({
  index,
  fullName: PEOPLE[number]?.name,
  headline: 'Engineer',
  location: 'Boston',
  currentPosition: { title: 'Engineer', company: `Quipu Works ${number}` },
  education: { school: 'Unknown', degree: 'Unknown' },
  summary: `${FORMATTED_SUMMARY} (${number})`,
  relevanceScore: initialScore(number) - 2,
  tags: ['engineering'],
});

export const assessmentOf = (number: number) => ({
  finalRelevanceScore: finalScore(number),
  verificationReasoning: 'The record confirms the field',
  meetsAllCriteria: true,
});

export const recordOf = (number: number) => ({
  public_identifier: PEOPLE[number]?.slug,
  full_name: PEOPLE[number]?.name,
  headline: 'Engineer',
  summary: 'Builds search engines.',
  city: 'Boston',
  state: null,
  country: 'US',
  experiences: [{ company: 'Quipu Works', title: 'Engineer', starts_at: null, ends_at: null }],
  education: [],
});

/** A page of SerpApi results; its next-page URL contains the key, as the real one may. */
export function searchPage(start: number, key: string) {
  const next = `https://serpapi.com/search.json?engine=google&start=${PAGE}&api_key=${key}`;
  return {
    search_metadata: { id: 'x', status: 'Success' },
    search_information: { total_results: 2_440 },
    organic_results: PEOPLE.slice(start, start + PAGE).map(({ slug, title, snippet }, index) => ({
      position: index + 1,
      title,
      link: `https://pe.linkedin.com/in/${slug}?trk=x`,
      snippet,
    })),
    serpapi_pagination: { current: start / PAGE + 1, ...(start === 0 && { next }) },
  };
}
