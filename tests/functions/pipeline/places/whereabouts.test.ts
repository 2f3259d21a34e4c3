import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';
import { whereaboutsIn } from '#functions/pipeline/places/whereabouts.ts';
import { located, RECORD } from '../judging.ts';

describe('a verdict by code alone on a place with an abbreviation', () => {
  it.each([
    ['United States', 'Perth, WA, Australia', 'notMet'],
    ['Washington', 'Perth, WA, Australia', 'notMet'],
    ['United States', 'Florianópolis, SC, Brazil', 'notMet'],
    ['United States', 'Milano, MI, Italy', 'notMet'],
    ['Milan', 'Milano, MI, Italy', 'met'],
    ['Canada', 'Tijuana, BC, Mexico', 'notMet'],
    ['Australia', 'Perth, WA, Australia', 'met'],
    ['Canada', 'Vancouver, BC, CA', 'met'],
    ['United States', 'Fresno, CA, US', 'met'],
    ['Brazil', 'Recife, PE, BR', 'met'],
    ['Australia', 'Adelaide, SA', 'met'],
    ['Australia', 'Hobart, TAS', 'met'],
    ['Victoria', 'Melbourne, VIC', 'met'],
    ['Saudi Arabia', 'Riyadh, SA', 'met'],
    ['South Australia', 'Riyadh, SA', 'notMet'],
    ['Western Australia', 'Seattle, WA', 'notMet'],
    ['Western Australia', 'Bellevue, WA', 'unclear'],
    ['South Carolina', 'Florianópolis, SC, Brazil', 'notMet'],
    ['Santa Catarina', 'Joinville, SC, Brasil', 'met'],
    ['Tamil Nadu', 'Chennai, TN, India', 'met'],
    ['Baja California', 'Tijuana, BC, Mexico', 'met'],
    ['Baja California', 'Mexicali, B.C., México', 'met'],
    ['British Columbia', 'Tijuana, BC, Mexico', 'notMet'],
    ['Los Angeles', 'Baton Rouge, LA, USA', 'notMet'],
    ['Buenos Aires', 'Salvador, BA, Brasil', 'notMet'],
    ['United States', 'La Paz, Baja California Sur', 'notMet'],
    ['New York', 'Albany NY', 'met'],
    ['South Carolina', 'Charleston, SC', 'met'],
    ['United States', 'Charleston, SC', 'met'],
    ['Seychelles', 'Victoria, SC', 'unclear'],
    ['Canada', 'Winnipeg, MB', 'met'],
    ['Canada', 'Halifax, NS', 'met'],
    ['British Columbia', 'Victoria, BC, Canada', 'met'],
    ['United States', 'New Brunswick, New Jersey', 'met'],
    ['Canada', 'New Brunswick, New Jersey', 'notMet'],
    ['Canada', 'Charlottetown, PE', 'met'],
    ['Peru', 'Charlottetown, PE', 'notMet'],
    ['Peru', 'Lima, PE', 'met'],
    ['Canada', "St. John's, NL, Canada", 'met'],
    ['Netherlands', "St. John's, NL, Canada", 'notMet'],
    ['Netherlands', 'Haarlem, NL', 'met'],
    ['United States', 'Bellevue, WA', 'met'],
    ['Australia', 'Fremantle, WA', 'unclear'],
    ['Western Australia', 'Fremantle, WA', 'unclear'],
    ['Netherlands', 'Utrecht, NL', 'met'],
    ['Canada', 'Bratislava, SK', 'notMet'],
    ['Canada', 'Regina, SK', 'met'],
    ['Saskatchewan', 'Regina, SK', 'met'],
    ['Slovakia', 'Regina, SK', 'unclear'],
  ])('reads an abbreviation as a state only if it can be one: %s by %s', (text, place, verdict) => {
    expect(located(text, place)).toBe(verdict);
  });

  it.each([
    ['Massachusetts', 'Cambridge, MA'],
    ['United States', 'Cambridge, MA'],
    ['Massachusetts', 'Medfield, MA 02052'],
    ['Ontario', 'Waterloo, ON N2L 3G1'],
    ['Indiana', 'Kokomo, IN'],
    ['United States', 'Kokomo, IN'],
    ['United States', 'Cookeville, TN'],
    ['California', 'Visalia, CA'],
    ['Colorado', 'Boulder, CO'],
    ['Illinois', 'Urbana, IL'],
    ['Delaware', 'Smyrna, DE'],
    ['Louisiana', 'Slidell, LA'],
    ['Alabama', 'Auburn, AL'],
    ['Pennsylvania', 'State College, PA'],
    ['Georgia', 'Rome, GA'],
    ['New South Wales', 'Parramatta, NSW'],
    ['Cambridge, Massachusetts', 'Cambridge, MA'],
    ['Cambridge, MA', 'Cambridge, Massachusetts, United States'],
    ['Boulder, CO', 'Boulder, Colorado, United States'],
  ])('is met by a state’s abbreviation after a town: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it.each([
    ['Germany', 'Smyrna, DE', 'unclear'],
    ['Delaware', 'Kleve, DE', 'unclear'],
    ['United States', 'Kleve, DE', 'unclear'],
    ['Germany', 'Kleve, DE', 'unclear'],
    ['Germany', 'Kleve, DE, Germany', 'met'],
    ['United States', 'Kleve, DE, Germany', 'notMet'],
    ['Indiana', 'Karur, IN', 'unclear'],
    ['United States', 'Karur, IN', 'unclear'],
    ['India', 'Karur, IN', 'unclear'],
    ['Germany', 'Karur, IN', 'notMet'],
    ['Indiana', 'West Lafayette, IN', 'met'],
    ['Indiana', 'Terre Haute, IN 47803', 'met'],
    ['Colombia', 'Boulder, CO', 'unclear'],
    ['Germany', 'DE', 'unclear'],
    ['Delaware', 'DE', 'unclear'],
    ['Germany', 'Berlin, DE', 'met'],
    ['Morocco', 'Casablanca, MA', 'met'],
    ['Israel', 'Tel Aviv, IL', 'met'],
    ['Colombia', 'Bogotá, CO', 'met'],
    ['Colombia', 'Tunja, CO', 'met'],
    ['Colorado', 'Tunja, CO', 'notMet'],
    ['United States', 'Tunja, CO', 'notMet'],
    ['Colorado', 'Denver, CO', 'met'],
    ['Colorado', 'Aurora, CO', 'met'],
    ['Colombia', 'Pereira, CO', 'unclear'],
    ['Colorado', 'Pereira, CO', 'unclear'],
    ['Colombia', 'Armenia, CO', 'unclear'],
    ['Armenia', 'Armenia, CO', 'unclear'],
    ['Israel', 'Ra’anana, IL', 'met'],
    ['Illinois', 'Rishon LeZion, IL', 'notMet'],
    ['Illinois', 'Nazareth, IL', 'unclear'],
    ['Illinois', 'Skokie, IL', 'met'],
    ['Morocco', 'Kenitra, MA', 'met'],
    ['Massachusetts', 'Kenitra, MA', 'notMet'],
    ['Massachusetts', 'Lowell, MA', 'met'],
    ['Tunisia', 'Bizerte, TN', 'met'],
    ['Tennessee', 'Bizerte, TN', 'notMet'],
    ['Tunisia', 'Monastir, TN', 'unclear'],
    ['Tennessee', 'Lebanon, TN', 'met'],
    ['Lebanon', 'Lebanon, TN', 'notMet'],
    ['Peru', 'Peru, IL 61354', 'notMet'],
    ['Argentina', 'Bariloche, AR', 'met'],
    ['Indonesia', 'Cirebon, ID', 'met'],
    ['Portland, OR', 'Portland, Maine, United States', 'notMet'],
    ['Cambridge, MA', 'Cambridge, England, United Kingdom', 'notMet'],
    ['Boulder, CO', 'Denver, CO', 'unclear'],
  ])('leaves a possible country code open, or reads it as a country: %s by %s', (text, place, verdict) => {
    expect(located(text, place)).toBe(verdict);
  });

  it.each([
    ['Massachusetts', 'Nurse | Cambridge, MA | RN', 'met'],
    ['Massachusetts', 'Based in Cambridge, MA. Loves dogs.', 'met'],
    ['Oregon', 'Realtor | Bend, OR | Coach', 'met'],
    ['Oregon', 'Nurse in Bend, OR', 'met'],
    ['Oregon', 'Nurse, OR', 'unclear'],
    ['Oregon', 'NURSE, OR', 'unclear'],
    ['Oregon', 'Nurse, or clerk', 'unclear'],
    ['Indiana', 'Interested in nursing, in health', 'unclear'],
    ['Maine', 'Write to me, me alone', 'unclear'],
    ['Hawaii', 'Clerk, hi there', 'unclear'],
    ['Oklahoma', 'Clerk, ok with travel', 'unclear'],
    ['Massachusetts', 'Linguistics, MA | Teacher', 'unclear'],
    ['Maryland', 'Works with Anna Baker, MD', 'unclear'],
  ] as const)(
    'reads an abbreviation in running text as a state only after a town: %s by %s',
    (text, headline, verdict) => {
      const criterion = { id: 'c1', subject: 'location', text, need: 'required' } as const;
      const sources = [
        { title: `Ana Poma - ${headline} | LinkedIn`, snippet: '' },
        { title: '', snippet: headline },
      ].map((each) => sourcesOf(each));
      for (const each of sources) expect(findingsOf([criterion], each).verdicts).toMatchObject([{ verdict }]);
    },
  );

  it('reads a record’s country code as a country, even if a state has the same letters', () => {
    const record = { ...RECORD, city: 'Böblingen', state: null, country: 'DE' };
    const criteria = ['Germany', 'United States', 'Delaware'].map((text, index) => ({
      id: `c${index}`,
      subject: 'location' as const,
      text,
      need: 'required' as const,
    }));
    const { verdicts } = findingsOf(criteria, sourcesOf({ title: '', snippet: '' }, record));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['met', 'notMet', 'notMet']);
  });

  it.each(['Filmmaker based in LA', 'Producer in LA', 'Living in L.A. since 2015'])(
    'is met by a town’s initials in running text: %s',
    (snippet) => {
      const criterion = { id: 'c1', subject: 'location', text: 'Los Angeles', need: 'required' } as const;
      expect(findingsOf([criterion], sourcesOf({ title: '', snippet })).verdicts).toMatchObject([
        { verdict: 'met' },
      ]);
    },
  );
});

it.each([
  ['Anything New, London', ['GB']],
  ['Engineer in New London', []],
  ['Engineer in Paris, Texas', ['US']],
  ['Engineer in Paris, Texas Instruments', ['FR', 'US']],
])('a name after a comma locates a place only if it is whole: %s', (text, countries) => {
  expect([...whereaboutsIn(text).countries]).toEqual(countries);
});
