import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';

describe('a nationality', () => {
  const found = (text: string, snippet: string) => {
    const sources = sourcesOf({ title: '', snippet });
    return findingsOf([{ id: 'c1', subject: 'nationality', text, need: 'required' }], sources).verdicts[0]
      ?.verdict;
  };

  it.each([
    ['Greek', 'Greek living in Hamburg, Germany'],
    ['Peruvian', 'Lives in Lima, Peru'],
    ['Peruvian', 'Spanish teacher in Lima, Peru'],
    ['German', 'Greek, born in Hamburg, Germany'],
    ['German', 'German and Greek, living in Athens'],
    ['Latin American', 'Born in Madrid, Spain, with Latin American roots'],
  ])('is met: %s by %j', (text, snippet) => expect(found(text, snippet)).toBe('met'));

  it.each([
    ['South African', 'Born in South Africa'],
    ['South African', 'From Cape Town'],
    ['South Korean', 'From Seoul'],
    ['Korean', 'South Korean designer'],
    ['Sri Lankan', 'From Colombo, Sri Lanka'],
    ['Costa Rican', 'From San José, Costa Rica'],
    ['Puerto Rican', 'Puertorriqueña en Madrid'],
    ['New Zealander', 'Kiwi in London'],
    ['British', 'Northern Irish in Boston'],
    ['Bosnian', 'Born in Bosnia'],
    ['Ivorian', 'Born in Côte d’Ivoire'],
    ['Trinidadian', 'Born in Trinidad and Tobago'],
    ['Macedonian', 'Born in North Macedonia'],
    ['Burmese', 'Born in Myanmar'],
    ['Italian', 'Italienne à Paris'],
    ['Peruvian', 'Péruvienne à Paris'],
    ['French', 'Française à Londres'],
    ['Lebanese', 'Libanesa en São Paulo'],
    ['Venezuelan', 'Venezolano en Madrid'],
    ['Uruguayan', 'Uruguaya en Madrid'],
    ['Greek', 'Griechin in Berlin'],
    ['Turkish', 'Türkin in Köln'],
    ['Swedish', 'Schwedinnen'],
    ['South African', 'South Africans in London'],
    ['Cameroonian', 'Camerounaise à Paris'],
  ])('is met by names of two words and in other languages: %s by %j', (text, snippet) => {
    expect(found(text, snippet)).toBe('met');
  });

  it.each([
    ['Irish', 'Northern Irish in Boston'],
    ['Korean', 'North Korean defector'],
    ['Sudanese', 'South Sudanese nurse'],
    ['South Sudanese', 'Sudanese nurse'],
    ['South African', 'African nurse'],
    ['Nigerien', 'Nigerian nurse'],
    ['Kenyan', 'Films of Quentin Poma'],
    ['Qatari', 'Married to Katalin'],
    ['Singaporean', 'Singer and songwriter'],
    ['German', 'Saint-Germain fan'],
    ['Indian', 'West Indies fan'],
  ])('is not met by similar words: %s by %j', (text, snippet) => {
    expect(found(text, snippet)).not.toBe('met');
  });

  it.each([
    ['German', 'Greek living in Hamburg, Germany'],
    ['Spanish', 'Spanish teacher in Lima, Peru'],
    ['Spanish', 'Spanish-speaking nurse'],
    ['Japanese', 'Translator of Japanese literature'],
  ])('is not met by a residence or a language: %s by %j', (text, snippet) =>
    expect(found(text, snippet)).not.toBe('met'),
  );

  it.each([
    ['Born in Lima, now living in Texas', 'met'],
    ['From Lima, Texas Instruments alumna', 'met'],
    ['Born in Lima, Ohio', 'unclear'],
  ] as const)('may come from a town in the country: %s', (snippet, verdict) => {
    const criterion = { id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' } as const;
    expect(findingsOf([criterion], sourcesOf({ title: '', snippet })).verdicts).toMatchObject([{ verdict }]);
  });
});
