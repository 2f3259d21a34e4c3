import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';

/** Invented people; their schools and firms exist. */
export function person(
  overrides: Partial<DisplayProfile> & Pick<DisplayProfile, 'id' | 'fullName'>,
): DisplayProfile {
  return {
    headline: 'Counsel for food and beverage companies',
    profileUrl: `https://www.linkedin.com/in/${overrides.id}-invented`,
    location: 'Washington, D.C., United States',
    currentPosition: { title: 'Senior Associate', company: 'Harbor & Vine LLP' },
    education: { school: 'Georgetown University Law Center', degree: 'Juris Doctor' },
    summary:
      'Advises producers and restaurant groups on labelling, licensing and acquisitions. Before private practice spent four years at a federal agency writing guidance on allergen disclosure, and still teaches a spring seminar on it.',
    relevanceScore: 84,
    isVerified: false,
    tags: ['Food law', 'Regulatory', 'Licensing'],
    ...overrides,
  };
}

export const TOP: readonly DisplayProfile[] = [
  person({
    id: 'marisol-etcheverry',
    fullName: 'Marisol Etcheverry',
    headline: 'Partner, Food & Beverage – regulatory and transactions',
    relevanceScore: 94,
    isVerified: true,
    currentPosition: { title: 'Partner', company: 'Calloway Reed' },
    verificationReasoning:
      'The record lists a Juris Doctor from Georgetown Law (2009) and a current partnership in a food and beverage practice.',
    tags: ['Food law', 'M&A', 'FDA', 'Licensing', 'Alcohol', 'Trade'],
  }),
  person({
    id: 'tobias-lindqvist',
    fullName: 'Tobias Lindqvist',
    headline: 'Beverage alcohol counsel',
    location: 'New York, United States',
    relevanceScore: 88,
    isVerified: true,
    currentPosition: { title: 'Associate General Counsel', company: 'Northgate Spirits' },
    verificationReasoning:
      'Degree and present role confirmed. No experience with food producers outside spirits was found.',
    tags: ['Alcohol licensing', 'Distribution'],
  }),
  person({
    id: 'amara-okonjo',
    fullName: 'Amara Okonjo',
    headline: 'Litigator in consumer products and labelling claims',
    location: 'Chicago, Illinois',
    relevanceScore: 79,
    summary: 'Defends packaged-food makers in class actions over labels.',
  }),
  person({
    id: 'jun-takemura',
    fullName: 'Jun Takemura',
    headline: 'Restaurant and hospitality lawyer',
    location: '',
    relevanceScore: 72,
    education: { school: 'Georgetown Law', degree: 'N/A' },
    tags: [],
  }),
];

export const OTHER: readonly DisplayProfile[] = [
  person({
    id: 'pilar-quispe',
    fullName: 'Pilar Quispe',
    headline: 'Trade counsel, agricultural imports',
    relevanceScore: 64,
  }),
  person({
    id: 'noah-feldgren',
    fullName: 'Noah Feldgren',
    headline: 'General practice attorney',
    relevanceScore: 41,
  }),
  person({
    id: 'ines-cardoso',
    fullName: 'Inês Cardoso',
    headline: 'Student, nutrition policy',
    relevanceScore: 22,
  }),
];

/** The criteria of the gallery's question. */
export const CRITERIA: readonly Criterion[] = [
  { id: 'c1', subject: 'profession', text: 'lawyer', need: 'required' },
  { id: 'c2', subject: 'interest', text: 'food and beverage', need: 'required' },
  { id: 'c3', subject: 'education', text: 'Georgetown Law', need: 'required' },
  { id: 'c4', subject: 'location', text: 'Washington, D.C.', need: 'preferred' },
  { id: 'c5', subject: 'experience', text: 'Northgate Spirits', need: 'excluded' },
];

type Quote = Extract<Verdict, { quote: string }>;
const says = (verdict: Quote['verdict'], source: Quote['source'], quote: string) => ({
  verdict,
  source,
  quote,
});

/** One verdict for each of {@link CRITERIA}; null is unclear. */
const verdictsOf = (...known: readonly (Omit<Quote, 'criterionId'> | null)[]): Verdict[] =>
  CRITERIA.map(({ id }, index) => ({
    criterionId: id,
    ...(known[index] ?? { verdict: 'unclear' as const }),
  }));

/** Everybody with verdicts on {@link CRITERIA}, covering everything odd about profiles. */
export const JUDGED: readonly DisplayProfile[] = [...TOP, ...OTHER].map((one) => ({
  ...one,
  ...judgedOf(one.id),
}));

function judgedOf(id: string): Partial<DisplayProfile> {
  if (id === 'marisol-etcheverry')
    return {
      recordDate: '2026-05-03T08:14:00.000Z',
      verdicts: verdictsOf(
        says('met', 'record', 'Partner, food and beverage regulatory group'),
        says('met', 'title', 'Partner, Food & Beverage – regulatory and transactions'),
        says('met', 'record', 'Juris Doctor, Georgetown University Law Center, 2006 – 2009'),
        says('met', 'record', 'Washington, D.C., United States'),
        null,
      ),
    };
  if (id === 'tobias-lindqvist')
    return {
      relevanceScore: 58,
      recordDate: '2026-04-21',
      scoreMove: { from: 88, to: 58, reason: 'the record shows a present role at Northgate Spirits' },
      verdicts: verdictsOf(
        says('met', 'record', 'Associate General Counsel'),
        says('met', 'title', 'Beverage alcohol counsel'),
        null,
        says('notMet', 'record', 'New York, United States'),
        says('notMet', 'record', 'Associate General Counsel at Northgate Spirits'),
      ),
    };
  if (id === 'amara-okonjo')
    return {
      struck: 1,
      isOtherPerson: true,
      verificationReasoning:
        'Verification failed: the record found is of another person. Using initial assessment.',
      verdicts: verdictsOf(
        says('met', 'title', 'Litigator in consumer products and labelling claims'),
        says('met', 'snippet', 'Defends packaged-food makers in class actions'),
        null,
        says('notMet', 'snippet', 'Chicago, Illinois'),
        null,
      ),
    };
  if (id === 'jun-takemura')
    return {
      hasHiddenText: true,
      verdicts: verdictsOf(
        says('met', 'title', 'Restaurant and hospitality lawyer'),
        says('met', 'title', 'Restaurant and hospitality lawyer'),
        says('met', 'snippet', 'Education: Georgetown Law'),
        null,
        null,
      ),
    };
  return { struck: 3, verdicts: verdictsOf() };
}

/** What the web can send: no facts, very long words, right-to-left text, emoji, a URL that is not a profile. */
export const ODD: readonly DisplayProfile[] = [
  person({
    id: 'long',
    fullName:
      'Maximiliana-Theodora Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh von und zu Hohenlohe-Waldenburg',
    headline:
      'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstellenleiterin and adjunct of everything that has ever been called a beverage',
    relevanceScore: 97.6,
    isVerified: true,
    verificationReasoning: 'Confirmed. '.repeat(40),
    tags: [
      'Pneumonoultramicroscopicsilicovolcanoconiosis-and-other-words-nobody-will-ever-wrap',
      'a',
      'b',
      'c',
      'd',
      'e',
    ],
  }),
  person({
    id: 'bare',
    fullName: 'Ada',
    headline: '',
    location: '',
    summary: '',
    tags: [],
    currentPosition: { title: 'unknown', company: 'N/A' },
    education: { school: '', degree: '' },
    relevanceScore: 90,
    profileUrl: 'javascript:alert(1)',
  }),
  person({
    id: 'rtl',
    fullName: 'ليلى المنصوري',
    headline: 'محامية في قانون الأغذية والمشروبات',
    location: 'دبي، الإمارات العربية المتحدة',
    summary: 'تقدم المشورة لشركات الأغذية حول التراخيص ووضع الملصقات والاستحواذات في منطقة الخليج.',
    currentPosition: { title: 'شريكة', company: 'مكتب النخيل' },
    tags: ['قانون الأغذية', 'تراخيص'],
    relevanceScore: 81,
  }),
  person({
    id: 'emoji',
    fullName: '👩🏽‍🍳 Zoë “Chef” Ñandú 🥑',
    headline: '🍷🍞🧀 <b>Food</b> & beverage lawyer | 法律 | 弁護士',
    relevanceScore: 70,
    isVerified: true,
    tags: ['🍜', 'Łódź', '法律'],
  }),
  ...OTHER,
];

export function directory(profiles: readonly DisplayProfile[], deep: boolean): DisplayData {
  return {
    verifiedProfiles: profiles.filter(({ isVerified }) => isVerified),
    otherProfiles: profiles.filter(({ isVerified }) => !isVerified),
    totalProfiles: profiles.length,
    searchQuery: 'site:linkedin.com/in "Georgetown Law" lawyer food beverage',
    useDeepResearch: deep,
    ...(deep && { profileProvider: 'Enrich Layer' }),
  };
}

/** Twenty-five people across every score band. */
export const MANY: readonly DisplayProfile[] = Array.from({ length: 25 }, (_, index) => {
  const base = TOP[index % TOP.length] ?? person({ id: 'nobody', fullName: 'Nobody' });
  return {
    ...base,
    id: `many-${index}`,
    fullName: `${base.fullName} ${index + 1}`,
    relevanceScore: 98 - index * 3.5,
    isVerified: index < 5,
  };
});
