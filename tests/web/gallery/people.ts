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

/** What the web can send: no facts at all, very long words, right-to-left writing, emoji, an address that is not a profile. */
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

/** Twenty-five people with every score band. */
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
