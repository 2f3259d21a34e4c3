import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import { located, weigh } from '../judging.ts';

describe('a place on its own', () => {
  const sourcesAt = (place: string) =>
    sourcesOf({ title: 'Ana Poma - Baker | LinkedIn', snippet: `Location: ${place}` });
  const claimed = (text: string, place: string, verdict: 'met' | 'notMet') =>
    weigh(['location', text, place], verdict, 'required', sourcesAt(place)).verdicts[0]?.verdict;

  it.each([
    ['Germany', 'Rosenheim'],
    ['Bavaria', 'Rosenheim'],
    ['Bavaria', 'Munich'],
    ['Rust Belt', 'Chicago, Illinois'],
    ['United States', 'Kokomo'],
    ['Chile or Peru', 'Moquegua'],
    ['London', 'London, Ontario, Canada'],
  ])('is met on the model’s word if either place is unknown: %s by %s', (text, place) => {
    expect(claimed(text, place, 'met')).toBe('met');
    expect(
      findingsOf([{ id: 'c1', subject: 'location', text, need: 'required' }], sourcesAt(place)),
    ).toMatchObject({
      verdicts: [{ verdict: 'unclear' }],
    });
  });

  it.each([
    ['Germany', 'Kokomo'],
    ['European Union', 'Kokomo'],
    ['Bavaria', 'Hamburg'],
    ['London', 'London, Ontario, Canada'],
    ['China', 'Hong Kong'],
  ])('is not met on the model’s word if the places may differ: %s by %s', (text, place) => {
    expect(claimed(text, place, 'notMet')).toBe('notMet');
  });

  it.each([
    ['Germany', 'Madrid'],
    ['Berlin', 'Germany'],
    ['Bavaria', 'Germany'],
    ['Remote', 'Madrid'],
    ['Germany', 'Remote'],
    ['Germany', 'Not in Rosenheim'],
    ['Munich', 'Hamburg'],
  ])('is not met if code knows better or the quote is no place: %s by %s', (text, place) => {
    expect(claimed(text, place, 'met')).not.toBe('met');
  });

  it.each([
    ['Europe', 'Lima, Peru', 'notMet'],
    ['Europe', 'Istanbul, Turkey', 'unclear'],
    ['Peru', 'No longer in Chile', 'unclear'],
  ] as const)('is another one on the model’s word only if it is no borderline case: %s by %s', (...row) => {
    const [text, place, verdict] = row;
    expect([claimed(text, place, 'notMet'), located(text, place)]).toEqual([verdict, verdict]);
  });

  it('is struck if a sentence merely names it', () => {
    const sources = sourcesOf({ title: 'Ana Poma - Baker', snippet: 'Loves Rosenheim.' });
    expect(weigh(['location', 'Germany', 'Rosenheim'], 'met', 'required', sources).struck).toHaveLength(1);
  });
});

describe('a claim about a place', () => {
  it.each<[place: string, people: string, town: string, headline: string]>([
    ['Paris', 'French', 'Paris', 'Ingénieure - École des Mines de Paris'],
    ['Nantes', 'French', 'Nantes', 'Ingénieure - Ecole Centrale de Nantes'],
    ['Munich', 'German', 'München', 'Studentin, Fachhochschule München'],
    ['Madrid', 'Spanish', 'Madrid', 'Alumna, Escuela Politécnica de Madrid'],
    ['Lisbon', 'Portuguese', 'Lisboa', 'Aluna, Escola Superior de Lisboa'],
    ['Pisa', 'Italian', 'Pisa', 'Alunna, Scuola Normale di Pisa'],
    ['Milan', 'Italian', 'Milano', 'PhD Student - Politecnico di Milano'],
    ['Milan', 'Italian', 'Milano', 'PhD Student at Università degli Studi di Milano'],
    ['Lausanne', 'Swiss', 'Lausanne', 'Doctorante - École polytechnique fédérale de Lausanne'],
    ['Vienna', 'Austrian', 'Wien', 'Studentin - Wirtschaftsuniversität Wien'],
  ])(
    'is struck for a school, in whatever language: %s and %s by %j in %j',
    (place, people, town, headline) => {
      const sources = sourcesOf({ title: `Ana Poma - ${headline}`, snippet: '' });
      const criteria: Criterion[] = [
        { id: 'c1', subject: 'location', text: place, need: 'required' },
        { id: 'c2', subject: 'nationality', text: people, need: 'required' },
      ];
      const claims = criteria.map(({ id }) => ({ id, verdict: 'met' as const, quote: town }));
      expect(weighClaims(claims, criteria, sources)).toMatchObject({ held: 0, struck: claims });
      expect(findingsOf(criteria, sources).verdicts).toMatchObject([
        { verdict: 'unclear' },
        { verdict: 'unclear' },
      ]);
    },
  );
});

describe('a verdict by code alone on a place', () => {
  it.each([
    ['Costa Rica', 'Biologist. · Location: San José'],
    ['Lyon', 'Nurse. Lived in Lyon until 2021.'],
  ])('is unclear for an ambiguous or a former place: %s in %j', (text, snippet) => {
    const criterion = { id: 'c1', subject: 'location', text, need: 'required' } as const;
    const { verdicts } = findingsOf([criterion], sourcesOf({ title: 'Ana Poma', snippet }));
    expect(verdicts).toEqual([{ criterionId: 'c1', verdict: 'unclear' }]);
  });

  it.each([
    ['California', 'San Francisco Bay Area'],
    ['Tampa', 'Greater Tampa Bay Area'],
    ['Tampa Bay Area', 'St. Petersburg, Florida'],
    ['Bay Area', 'San Jose, CA'],
    ['San Francisco Bay Area', 'San Jose, California, United States'],
    ['Bay Area', 'Oakland, California'],
    ['SF', 'San Francisco, California'],
    ['EU', 'Warsaw, Poland'],
    ['European Union', 'Madrid, Spain'],
    ['DACH', 'Zürich, Schweiz'],
    ['DACH', 'Monaco di Baviera, Germania'],
    ['United States', 'Austin, Stati Uniti'],
    ['Benelux', 'Brussels, Belgium'],
    ['EMEA', 'Dubai, United Arab Emirates'],
    ['California', 'Los Angeles Metropolitan Area'],
    ['California', 'San Diego, California'],
    ['California', 'Oakland and Austin, Texas'],
    ['New York', 'Brooklyn, NY'],
    ['Washington DC', 'Washington, District of Columbia, United States'],
    ['Texas', 'Plano, TX, United States'],
    ['Texas', 'Plano, TX'],
    ['Georgia', 'Atlanta'],
    ['Maryland', 'Rockville'],
    ['Europe', 'Berlin, Germany'],
    ['Latin America', 'Lima, Peru'],
    ['NYC', 'New York, United States'],
    ['Munich', 'München'],
    ['Washington', 'Washington, DC'],
    ['United States', 'San Francisco, CA'],
    ['United States', 'Plano, TX'],
    ['United States', 'Chicago, IL'],
    ['India', 'Bengaluru, IN'],
    ['Canada', 'Toronto, CA'],
    ['Canada', 'Waterloo, ON'],
    ['Peru', 'Lima, PE'],
    ['Scotland', 'Glasgow, United Kingdom'],
    ['Wales', 'Cardiff'],
    ['Silicon Valley', 'Mountain View, California'],
    ['the Midwest', 'Chicago, Illinois'],
    ['West Coast', 'Portland, Oregon'],
    ['APAC', 'Sydney, Australia'],
    ['MENA', 'Casablanca, Morocco'],
    ['Congo', 'Kinshasa, DRC'],
    ['Congo', 'Brazzaville'],
    ['Cambridge, UK', 'Cambridge, England, United Kingdom'],
    ['Reading, UK', 'Reading, England'],
    ['Gothenburg', 'Göteborg, Sverige'],
  ])('is met by a place known to belong to it: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it.each([
    ['Peru', 'Austin, Texas'],
    ['Europe', 'Lima, Peru'],
    ['EU', 'London, United Kingdom'],
    ['DACH', 'Milan, Italy'],
    ['Bay Area', 'San José, Costa Rica'],
    ['Bay Area', 'Oakland, Maryland'],
    ['California', 'San José, Costa Rica'],
    ['Costa Rica', 'San Jose, CA'],
    ['SF', 'Santa Fe, New Mexico'],
    ['Latin America', 'Madrid, Spain'],
    ['Latin America', 'Istanbul, Turkey'],
    ['California', 'Austin, Texas'],
    ['Colorado', 'Boulder, UT'],
    ['Oregon', 'Portland Maine United States'],
    ['California', 'Greater Chicago Area'],
    ['Bay Area', 'Greater Tampa Bay Area'],
    ['Tampa Bay Area', 'San Jose, California'],
    ['California', 'Berlin, Germany'],
    ['Ontario', 'Vancouver, British Columbia, Canada'],
    ['Chicago', 'Greater Boston'],
    ['Chicago, Illinois', 'Greater St. Louis'],
    ['Virginia Beach', 'Washington DC-Baltimore Area'],
    ['Indianapolis', 'Greater Chicago Area'],
    ['Texas', 'Washington DC-Baltimore Area'],
    ['Virginia', 'Washington, DC'],
    ['Arlington, Texas', 'Washington DC-Baltimore Area'],
    ['Wilmington, North Carolina', 'Greater Philadelphia'],
    ['Buffalo', 'New York City Metropolitan Area'],
    ['San Diego', 'Los Angeles Metropolitan Area'],
    ['Leeds', 'Greater Manchester, England, United Kingdom'],
    ['Manchester', 'London Area, United Kingdom'],
    ['Lyon', 'Greater Paris Metropolitan Region'],
    ['Salford', 'Manchester, England'],
    ['Charlottesville', 'Washington DC-Baltimore Area'],
    ['Maryland', 'Washington, DC'],
    ['San Francisco', 'San Diego, California'],
    ['Oregon', 'Portland, Maine'],
    ['Berlin', 'Munich, Germany'],
    ['Berlin', 'Nottingham, United Kingdom'],
    ['New York', 'Boston, Massachusetts'],
    ['Canada', 'San Francisco, CA'],
    ['Germany', 'Indianapolis, IN'],
    ['Chicago or Denver', 'Austin, TX'],
    ['Scotland', 'London'],
    ['England', 'Edinburgh, Scotland'],
    ['Midwest', 'Boston, MA'],
    ['West Coast', 'Berlin, Germany'],
    ['Cambridge, UK', 'Cambridge, MA'],
  ])('is not met by another known country, state or town: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('notMet');
  });

  it.each([
    ['California', 'United States'],
    ['Canada', 'Visalia, CA'],
    ['San Francisco', 'San Jose, California'],
    ['EMEA', 'Tbilisi, Georgia'],
    ['Newport', 'New Port Richey, Florida'],
    ['Ontario', 'Waterloo, CA'],
    ['Bavaria', 'Munich, Germany'],
    ['Rust Belt', 'Chicago, Illinois'],
    ['Scotland', 'United Kingdom'],
    ['East Coast', 'East Coast Road, Chennai'],
    ['Southern Europe', 'Nice, France'],
    ['United States', 'San Juan, Puerto Rico'],
    ['China', 'Hong Kong'],
    ['London', 'London, Ontario, Canada'],
    ['Lima', 'Lima, Ohio'],
    ['Santiago', 'Santiago de Compostela, Spain'],
    ['York', 'New York'],
    ['Jersey', 'Newark, New Jersey'],
    ['Remote', 'Berlin, Germany'],
    ['Europe', 'Istanbul, Turkey'],
    ['San Francisco', 'Palo Alto, California'],
    ['Boston', 'Cambridge, Massachusetts'],
    ['Virginia', 'Washington DC-Baltimore Area'],
    ['Reston', 'Washington DC-Baltimore Area'],
    ['Herndon, VA', 'Washington DC-Baltimore Area'],
    ['Herndon, Virginia, United States', 'Washington DC-Baltimore Area'],
    ['Virginia, United States', 'Washington DC-Baltimore Area'],
    ['Virginia, USA', 'Washington DC-Baltimore Area'],
    ['Northern Virginia', 'Washington DC-Baltimore Area'],
    ['Fairfax', 'Washington DC-Baltimore Area'],
    ['Ashburn', 'Washington DC-Baltimore Area'],
    ['Silver Spring', 'Washington DC-Baltimore Area'],
    ['Maryland', 'Washington, D.C. Metro Area'],
    ['Arlington, Virginia', 'Washington DC-Baltimore Area'],
    ['Bethesda', 'Washington DC-Baltimore Area'],
    ['New Jersey', 'Greater Philadelphia'],
    ['New Jersey, United States', 'Greater Philadelphia'],
    ['White Plains', 'New York City Metropolitan Area'],
    ['Hoboken', 'New York City Metropolitan Area'],
    ['Connecticut', 'Greater New York City Area'],
    ['Kentucky', 'Cincinnati Metropolitan Area'],
    ['Illinois', 'Greater St. Louis'],
    ['Salford', 'Greater Manchester, England, United Kingdom'],
    ['Versailles', 'Greater Paris Metropolitan Region'],
    ['Albany, New York', 'Brooklyn'],
    ['NYC', 'Albany, New York'],
    ['NYC', 'Washington Heights, New York'],
    ['Chicago or Bavaria', 'Munich, Germany'],
    ['India', 'Kokomo, IN'],
    ['Tunisia', 'Cookeville, TN'],
    ['United States', 'Savannah, Georgia'],
  ])('is unclear if a place may belong to it or is unknown: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('unclear');
  });

  it.each([
    ['London, UK', 'London, Ontario, Canada'],
    ['London, Ontario', 'London, UK'],
    ['Paris, France', 'Paris, Texas'],
    ['Paris, France', 'Paris (Texas)'],
    ['Dublin, Ireland', 'Dublin, Ohio'],
    ['Lima, Peru', 'Lima, Ohio'],
    ['Valencia, Spain', 'Valencia, Carabobo, Venezuela'],
    ['Cambridge, UK', 'Cambridge, Massachusetts, United States'],
    ['Portland, Oregon', 'Portland, Maine'],
    ['Europe', 'Dublin, Ohio, United States'],
    ['Europe', 'Paris, Texas'],
    ['Europe', 'Manchester, New Hampshire'],
    ['Europe', 'Athens, Georgia, United States'],
    ['Greece', 'Athens, Georgia'],
    ['Latin America', 'Lima, Ohio'],
    ['Canada', 'Ontario, California'],
  ])('is not met by a town of the same name elsewhere: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('notMet');
  });

  it.each([
    ['London, UK', 'London'],
    ['London, UK', 'Greater London, England, United Kingdom'],
    ['Lima, Peru', 'Lima, Lima Region, Peru'],
    ['Europe', 'London and New York'],
    ['Europe', 'Paris, Berlin, New York'],
    ['Europe', 'Paris, France and Austin, Texas'],
    ['United States', 'London and New York'],
    ['Germany', 'Berlin and Boston, Massachusetts'],
    ['United Kingdom', 'London / New York, NY'],
    ['United States', 'Rome, New York, United States'],
    ['Texas', 'Paris, Texas'],
  ])('is met by a town unless something puts it elsewhere: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it.each([
    ['Italy', 'Rome, GA'],
    ['Europe', 'Athens, GA'],
    ['Europe', 'Paris, TX'],
    ['Italy', 'Milano, MI'],
    ['Brazil', 'Porto Alegre, RS'],
    ['Serbia', 'Porto Alegre, RS'],
    ['United Kingdom', 'London, New York'],
    ['Ontario', 'Ontario, California, United States'],
    ['Delaware', 'Delaware, Ohio'],
    ['Wyoming', 'Wyoming, MI'],
  ])(
    'is unclear if an abbreviation, a second town or another state may put a namesake elsewhere: %s by %s',
    (text, place) => {
      expect(located(text, place)).toBe('unclear');
    },
  );

  it.each([
    ['North America', 'Toronto, Canada', 'met'],
    ['North America', 'Chicago, Illinois', 'met'],
    ['North America', 'Mexico City, Mexico', 'met'],
    ['North America', 'San José, Costa Rica', 'unclear'],
    ['North America', 'Lima, Peru', 'notMet'],
    ['Central America', 'Guatemala', 'met'],
    ['Central America', 'Mexico City, Mexico', 'unclear'],
    ['Central America', 'Chicago, Illinois', 'notMet'],
    ['the Americas', 'Lima, Peru', 'met'],
    ['Caribbean', 'Havana, Cuba', 'met'],
    ['Caribbean', 'Belize City, Belize', 'unclear'],
    ['Africa', 'Lagos, Nigeria', 'met'],
    ['Asia', 'Tokyo, Japan', 'met'],
    ['South Asia', 'Lahore, Pakistan', 'met'],
    ['Southeast Asia', 'Hanoi, Vietnam', 'met'],
    ['South America', 'Lima, Peru', 'met'],
    ['América Latina', 'Lima, Peru', 'met'],
    ['New England', 'Boston', 'met'],
    ['New England', 'Portland, Maine', 'met'],
    ['New England', 'London, England', 'unclear'],
    ['New England', 'Omaha, NE', 'unclear'],
    ['United States', 'New England', 'met'],
    ['United Kingdom', 'New England', 'notMet'],
    ['United States', 'North America', 'unclear'],
    ['United States', 'América del Sur', 'unclear'],
    ['United Kingdom', 'New London, Connecticut', 'notMet'],
    ['United Kingdom', 'New Britain, Connecticut', 'notMet'],
    ['India', 'New Delhi', 'met'],
    ['New Zealand', 'Auckland', 'met'],
    ['United Kingdom', 'Belfast, Northern Ireland', 'met'],
    ['United Kingdom', 'South London', 'met'],
    ['Germany', 'Northern Germany', 'met'],
    ['America', 'Boston, Massachusetts', 'met'],
    ['England', 'London, England', 'met'],
  ])('reads regions and longer names as a whole: %s by %s', (text, place, verdict) => {
    expect(located(text, place)).toBe(verdict);
  });

  it.each([
    ['Austin', 'Vienna, Austria'],
    ['Madrid', 'Madras'],
    ['Portland', 'Lisbon, Portugal'],
    ['Tampa', 'Tampere'],
    ['Los Angeles', 'Baton Rouge, LA'],
    ['Los Angeles', 'New Orleans, LA, USA'],
    ['Los Angeles', 'Lafayette LA'],
    ['Los Angeles', 'EN LA PAZ'],
    ['Los Angeles', 'LA, Peru'],
    ['Louisiana', 'LA, California'],
    ['California', 'Tijuana, Baja California, Mexico'],
    ['Palo Alto', 'Pittsburgh, PA'],
    ['Fort Lauderdale', 'Tampa, FL'],
    ['Western Australia', 'Seattle, WA'],
  ])('is not met by a place with a similar beginning or the same initials: %s by %s', (text, place) => {
    expect(located(text, place)).not.toBe('met');
  });

  it.each([
    ['San Francisco', 'SF Bay'],
    ['Los Angeles', 'LA, California'],
    ['Los Angeles', 'LA, CA'],
    ['Los Angeles', 'Greater LA Area'],
    ['Los Angeles', 'NYC / LA'],
    ['California', 'Greater LA Area'],
    ['Antwerp', 'Antwerpen, Vlaanderen, België'],
    ['Geneva', 'Genève, Suisse'],
    ['Warsaw', 'Warszawa, Mazowieckie, Polska'],
    ['Lombardy', 'Milano, Lombardia, Italia'],
    ['Catalonia', 'Barcelona, Catalunya, España'],
    ['Andalusia', 'Sevilla, Andalucía, España'],
    ['New Mexico', 'Roswell, NM'],
    ['Lyon', 'Lyons'],
  ])('is met by a place’s initials or another spelling: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it('is met by a place where someone has lived until today', () => {
    const criterion = { id: 'c1', subject: 'location', text: 'Lyon', need: 'required' } as const;
    const sources = sourcesOf({ title: 'Ana Poma', snippet: 'Has lived in Lyon since 2021.' });
    expect(findingsOf([criterion], sources).verdicts[0]).toMatchObject({ verdict: 'met' });
  });
});
