import { describe, expect, it } from 'vitest';
import { findingsOf } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import { judge, type Page, sourcesFor } from '../judging.ts';

describe('a place', () => {
  it.each<[subject: 'location' | 'nationality', place: string, quote: string, ...page: Page]>([
    ['location', 'New York', 'New York', 'Senior Justice at City of New York', 'Location: Alexandria'],
    ['location', 'New York', 'City of New York', 'Senior Justice - City of New York'],
    ['location', 'New York', 'New York', 'Reporter at The New York Times'],
    ['location', 'Peru', 'Peru', 'Engineer', 'Works with partners in Peru.'],
    ['nationality', 'Peruvian', 'Peru', 'Engineer', 'Works with partners in Peru.'],
    ['nationality', 'American', 'America', 'Analyst at Bank of America'],
    ['location', 'Rome', 'Roma', 'Analyst at Banca di Roma'],
    ['location', 'Milan', 'Milano', 'PhD Student at Politecnico di Milano'],
    ['nationality', 'Italian', 'Politecnico di Milano', 'PhD Student at Politecnico di Milano'],
  ])(
    'is not shown by a company’s name or by other people there: %s %s by %j in %j',
    (subject, place, quote, ...page) => {
      const [found, held] = judge(subject, place, page, quote);
      expect(found).not.toBe('met');
      expect(held).toBe(0);
    },
  );

  it.each<[place: string, quote: string, ...page: Page]>([
    ['New York', 'New York City, NY', 'Lawyer', 'Location: New York City, NY'],
    ['New York', 'New York', 'Reporter at Fernhollow Post, New York'],
    ['New York', 'New York', 'Reporter at Fernhollow Post in New York'],
    ['New York', 'New York', 'Lawyer', 'Lives in the City of New York.'],
    ['London', 'City of London', 'Lawyer', 'Location: City of London, England'],
    ['Boston', 'Boston', 'Nurse at Boston, Massachusetts'],
    ['Peru', 'based in Peru', 'Engineer', 'Works with partners in Chile, based in Peru.'],
  ])('is shown by the person’s location: %s by %j in %j', (place, quote, ...page) => {
    expect(judge('location', place, page, quote)).toEqual(['met', 1]);
  });
});

describe('letters after a comma', () => {
  it.each<[state: string, quote: string, ...page: Page]>([
    ['Oregon', 'Nurse, OR', 'Nurse, OR'],
    ['Oregon', 'QHIR, OR', 'Engineer | QHIR, OR'],
    ['Massachusetts', 'Ashdown, MA', 'Lecturer | Ashdown, MA'],
    ['Massachusetts', 'Ana Baker, MA', 'Nurse', 'Supervised by Ana Baker, MA.'],
  ])('are no state’s if no town precedes them: %s by %j in %j', (state, quote, ...page) => {
    expect(judge('location', state, page, quote)).toEqual(['unclear', 0]);
  });

  it.each<[state: string, quote: string, ...page: Page]>([
    ['Oregon', 'Fernhollow, OR', 'Nurse | Fernhollow, OR'],
    ['Oregon', 'Fernhollow, OR', 'Nurse', 'Painter, writer, Fernhollow, OR.'],
    ['Washington', 'Fernhollow, WA', 'Nurse (RN) Fernhollow, WA'],
    ['Massachusetts', 'Fernhollow, MA', 'Nurse near Fernhollow, MA'],
    ['Massachusetts', 'Boston, MA', 'Nurse Boston, MA'],
  ])('are a state’s after a town: %s by %j in %j', (state, quote, ...page) => {
    expect(judge('location', state, page, quote)).toEqual(['met', 1]);
  });
});

describe('a nationality', () => {
  it.each<[people: string, quote: string, ...page: Page]>([
    ['French', 'French cuisine chef', 'French cuisine chef'],
    ['German', 'German market', 'Sales lead', 'Responsible for the German market.'],
    ['German', 'German automotive market', 'Sales lead', 'Knows the German automotive market.'],
    ['French', 'French law', 'Lawyer', 'Expert in French law and tax.'],
    ['Brazilian', 'Brazilian jiu-jitsu black belt', 'Coach', 'Brazilian jiu-jitsu black belt.'],
    ['Mexican', 'New Mexican', 'Chef', 'New Mexican pottery.'],
    ['Swiss', 'Swiss Re', 'Actuary - Swiss Re'],
    ['Finnish', 'Finn Larsen', 'Assistant', 'Worked with Finn Larsen.'],
    ['Chadian', 'Chad Smith', 'Assistant', 'Worked with Chad Smith.'],
    ['Qatari', 'Katarina', 'Assistant', 'Worked with Katarina.'],
    ['Georgian', 'Georgina', 'Assistant', 'Worked with Georgina.'],
    ['Romanian', 'Roman history', 'Archivist', 'Loves Roman history.'],
    ['German', 'Teaches German', 'Teacher', 'Teaches German in Lima.'],
    ['Serbian', 'Server', 'SQL Server administrator'],
    ['Barbadian', 'Barber', 'Barber'],
  ])(
    'is not shown by a thing, a firm or another person of that name: %s by %j in %j',
    (people, quote, ...page) => {
      expect(judge('nationality', people, page, quote)).toEqual(['unclear', 0]);
    },
  );

  it.each<[people: string, quote: string, ...page: Page]>([
    ['French', 'French chef', 'French chef in Boston'],
    ['German', 'German Software Engineer', 'German Software Engineer'],
    ['Peruvian', 'Peruvian Data', 'Peruvian Data scientist'],
    ['Peruvian', 'Peruvian law student', 'Peruvian law student in Boston'],
    ['Italian', 'Italian art director', 'Italian art director'],
    ['Swiss', 'Swiss National', 'Engineer | Swiss National'],
    ['Peruvian', 'Proud Peruvian Mom', 'Proud Peruvian Mom'],
    ['Mexican', 'Mexican', 'Chef', 'A new Mexican in Boston.'],
    ['Slovak', 'Slovak', 'Slovak living in Vienna'],
    ['Swiss', 'Swiss Baker', 'Swiss Baker'],
    ['Peruvian', 'Peruvian American', 'Engineer', 'Proud Peruvian American.'],
    ['Dominican', 'Dominican Republic', 'Engineer', 'Born in the Dominican Republic.'],
    ['Danish', 'Danes', 'One of two Danes in the team'],
    ['Peruvian', 'Lima Metropolitan Area', 'Engineer', 'Lives in the Lima Metropolitan Area.'],
  ])('is shown by what the person is: %s by %j in %j', (people, quote, ...page) => {
    expect(judge('nationality', people, page, quote)).toEqual(['met', 1]);
  });
});

describe('an excluded country', () => {
  const isLeftOut = (subject: Criterion['subject'], text: string, page: Page) => {
    const criteria = [{ id: 'c1', subject, text, need: 'excluded' }] as const;
    return findingsOf(criteria, sourcesFor(page)).verdicts[0]?.verdict === 'notMet';
  };
  const abroad: Page = ['American designer living in Berlin, Germany'];
  const there: Page = ['Designer', 'Location: Boston'];
  const born: Page = ['Designer', 'Born in Boston, living in Berlin.'];

  it.each(['U.S.', 'United States', 'American', 'Americans'])(
    'as a place excludes people who live there: %s',
    (text) => {
      expect([abroad, there, born].map((page) => isLeftOut('location', text, page))).toEqual([
        false,
        true,
        false,
      ]);
    },
  );

  it.each(['American', 'Americans', 'US'])(
    'as a nationality excludes people who come from there: %s',
    (text) => {
      expect([abroad, there, born].map((page) => isLeftOut('nationality', text, page))).toEqual([
        true,
        false,
        true,
      ]);
    },
  );

  it.each<[headline: string, snippet?: string]>([
    ['Pilot - American Airlines'],
    ['Pilot', 'Experience: American Airlines'],
    ['US Army veteran'],
    ['American Express | Director'],
    ['Lawyer', 'Member of the American Bar Association.'],
    ['Professor - American University'],
  ])('is not shown by the name of an employer or school: %j', (headline, snippet = '') => {
    for (const text of ['US', 'American'])
      for (const subject of ['location', 'nationality'] as const)
        expect(isLeftOut(subject, text, [headline, snippet])).toBe(false);
  });
});
