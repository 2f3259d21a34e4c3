import { describe, expect, it } from 'vitest';
import { listed, read, type Target } from './read-request.ts';

describe('the criteria of a request', () => {
  it('keep the alternatives that are not excluded', () => {
    const excluded = [{ subject: 'location', text: 'Germany' }] as const;
    for (const marks of [{}, { excluded }])
      expect(listed(read('not in Germany', { location: 'Germany or Austria' }, marks))).toEqual([
        'required location Austria',
        'excluded location Germany',
      ]);
  });

  it('keep apart what is asked for more or less strongly, though it is in one list', () => {
    expect(listed(read('with one of Java, Kotlin (a plus)', { experience: ['Java', 'Kotlin'] }))).toEqual([
      'required experience Java',
      'preferred experience Kotlin',
    ]);
  });

  it.each<[string, Target, ...string[]]>([
    ['PMs at Shopify or Amazon', { experience: ['Shopify', 'Amazon'] }, 'experience Shopify or Amazon'],
    [
      'PMs at Shopify, Amazon, or "Meta" with a PhD or MBA',
      { education: 'PhD, MBA', experience: ['Shopify', 'Amazon', 'Meta', 'growth'] },
      'education PhD or MBA',
      'experience Shopify or Amazon or Meta',
      'experience growth',
    ],
    [
      'studied at Stanford or Harvard',
      { education: 'Stanford University, Harvard University' },
      'education Stanford University or Harvard University',
    ],
    [
      'studied at Oxford,\nCambridge  or LSE',
      { education: 'Oxford, Cambridge or LSE' },
      'education Oxford or Cambridge or LSE',
    ],
    [
      'at Google or DeepMind',
      { experience: ['Google', 'Google DeepMind'] },
      'experience Google or Google DeepMind',
    ],
    [
      'nurses in Georgia, Armenia or Azerbaijan',
      { location: 'Georgia, Armenia or Azerbaijan' },
      'location Georgia or Armenia or Azerbaijan',
    ],
    ['Entwickler mit Java oder Kotlin', { experience: ['Java', 'Kotlin'] }, 'experience Java or Kotlin'],
    ['con experiencia en SAP o en Oracle', { experience: ['SAP', 'Oracle'] }, 'experience SAP or Oracle'],
    [
      'at Shopify and Amazon',
      { experience: ['Shopify', 'Amazon'] },
      'experience Shopify',
      'experience Amazon',
    ],
    [
      'knows Java, works at Shopify or Amazon',
      { experience: ['Java', 'Shopify', 'Amazon'] },
      'experience Java',
      'experience Shopify or Amazon',
    ],
    [
      'at least one of: CFA, CPA, FRM. Analysts in Lima',
      { location: 'Lima', education: 'CFA, CPA, FRM' },
      'location Lima',
      'education CFA or CPA or FRM',
    ],
    [
      'with one of Java, Kotlin and Scala, and Spark',
      { experience: ['Java', 'Kotlin', 'Scala', 'Spark'] },
      'experience Java or Kotlin or Scala',
      'experience Spark',
    ],
    ['mindestens eines von Java, Kotlin', { experience: ['Java', 'Kotlin'] }, 'experience Java or Kotlin'],
    ['con al menos uno de: Java, Kotlin', { experience: ['Java', 'Kotlin'] }, 'experience Java or Kotlin'],
    [
      'one of the best engineers at Google, knows Java',
      { experience: ['Google', 'Java'] },
      'experience Google',
      'experience Java',
    ],
    ['o Google no Brasil', { experience: ['Google', 'Brasil'] }, 'experience Google', 'experience Brasil'],
    [
      'React or Angular or Vue',
      { experience: ['React', 'Angular', 'Vue'] },
      'experience React or Angular or Vue',
    ],
    [
      'engineers with React or Angular, and Java or Kotlin',
      { experience: ['React', 'Angular', 'Java', 'Kotlin'] },
      'experience React or Angular',
      'experience Java or Kotlin',
    ],
    [
      'engineers with React or Angular, Java or Kotlin',
      { experience: ['React', 'Angular', 'Java', 'Kotlin'] },
      'experience React or Angular',
      'experience Java or Kotlin',
    ],
    [
      'engineers with Docker, and Java or Kotlin',
      { experience: ['Docker', 'Java', 'Kotlin'] },
      'experience Docker',
      'experience Java or Kotlin',
    ],
  ])('are joined as alternatives only if the request says so: %s', (request, target, ...expected) => {
    expect(listed(read(request, target))).toEqual(expected.map((each) => `required ${each}`));
  });

  it.each<[keyof Target, string, string]>([
    ['location', 'Boston, New York or San Francisco', 'Boston or New York or San Francisco'],
    ['location', 'Germany, Austria, or Switzerland', 'Germany or Austria or Switzerland'],
    ['location', 'NYC, LA or SF', 'NYC or LA or SF'],
    ['location', 'Canada, UK or US', 'Canada or UK or US'],
    ['location', 'Texas, NY or Oregon', 'Texas or NY or Oregon'],
    ['location', 'New York, NY or Boston', 'New York, NY or Boston'],
    ['location', 'Georgia, US or Texas, US', 'Georgia, US or Texas, US'],
    ['location', 'Lima, Peru or Berlin', 'Lima, Peru or Berlin'],
    ['location', 'Albany, New York or Cambridge, MA', 'Albany, New York or Cambridge, MA'],
    ['location', 'London, Ontario or Toronto', 'London, Ontario or Toronto'],
    ['location', 'Bavaria, Germany or Vienna', 'Bavaria, Germany or Vienna'],
    ['location', 'Washington, DC or New York', 'Washington, DC or New York'],
    ['location', 'Washington, D.C. or Boston', 'Washington, D.C. or Boston'],
    ['location', 'Granada, Spain or Málaga', 'Granada, Spain or Málaga'],
    ['location', 'Malta, New York or Albany', 'Malta, New York or Albany'],
    ['location', 'Lebanon, New Hampshire or Nashua', 'Lebanon, New Hampshire or Nashua'],
    ['location', 'Ontario, California or Riverside', 'Ontario, California or Riverside'],
    ['location', 'Paris, New York or Tokyo', 'Paris or New York or Tokyo'],
    ['location', 'Canada, New York or San Francisco', 'Canada or New York or San Francisco'],
    ['location', 'Texas, California or Seattle', 'Texas or California or Seattle'],
    [
      'location',
      'Guadalajara, Jalisco or Monterrey, Nuevo León',
      'Guadalajara, Jalisco or Monterrey, Nuevo León',
    ],
    ['location', 'Munich, Bavaria or Berlin', 'Munich, Bavaria or Berlin'],
    ['location', 'Paris, Nice or Lyon', 'Paris or Nice or Lyon'],
    ['location', 'Dubai, Singapore or Hong Kong', 'Dubai or Singapore or Hong Kong'],
    ['location', 'Campinas, São Paulo or Curitiba, Paraná', 'Campinas, São Paulo or Curitiba, Paraná'],
    ['location', 'Boston, New York or Cambridge, MA', 'Boston or New York or Cambridge, MA'],
    [
      'location',
      'Spain, Italy, France, Germany, Austria, Poland, Norway or Chile',
      'Spain or Italy or France or Germany or Austria or Poland or Norway or Chile',
    ],
    [
      'location',
      'Rome, Oslo, Lima, Bonn, Nice, Kyiv, Bern, Riga, Cusco, Paris or Lyon',
      'Rome, Oslo, Lima, Bonn, Nice, Kyiv, Bern, Riga, Cusco, Paris or Lyon',
    ],
    ['nationality', 'German, Austrian or Swiss', 'German or Austrian or Swiss'],
    ['profession', 'doctor, nurse or dentist', 'doctor or nurse or dentist'],
    ['profession', 'engineer, architect or designer', 'engineer or architect or designer'],
    ['profession', 'CTO, VP Engineering or Head of Data', 'CTO or VP Engineering or Head of Data'],
    ['profession', 'VP, Sales or Marketing', 'VP, Sales or Marketing'],
    ['profession', 'Vice President, Sales or Marketing', 'Vice President, Sales or Marketing'],
    [
      'profession',
      'Software Engineer, Backend or Infrastructure',
      'Software Engineer, Backend or Infrastructure',
    ],
    ['profession', 'Head of Marketing, EMEA or CMO', 'Head of Marketing, EMEA or CMO'],
    ['profession', 'senior, staff or principal engineer', 'senior, staff or principal engineer'],
    ['profession', 'product manager, senior or above', 'product manager, senior or above'],
    ['profession', 'teacher, principal or counselor', 'teacher or principal or counselor'],
    ['education', 'Oxford, Cambridge or LSE', 'Oxford or Cambridge or LSE'],
    [
      'education',
      'University of California, Berkeley or Stanford',
      'University of California, Berkeley or Stanford',
    ],
  ])('have the alternatives of a list: %s %s', (subject, text, expected) => {
    for (const preferred of [[], [text]]) {
      const need = preferred.length > 0 ? 'preferred' : 'required';
      expect(
        listed(read(need === 'preferred' ? `ideally ${text}` : text, { [subject]: text }, { preferred })),
      ).toEqual([`${need} ${subject} ${expected}`]);
    }
  });

  it.each([
    ['AWS, Azure, or similar', 'AWS or Azure, or similar'],
    ['AWS, Azure, or a comparable cloud', 'AWS or Azure, or a comparable cloud'],
    ['CFA, CPA, or an equivalent', 'CFA or CPA, or an equivalent'],
    ['Python, R, or other languages', 'Python or R, or other languages'],
    ['Java, 5 or more years', 'Java, 5 or more years'],
    ['Java, version 17 or later', 'Java, version 17 or later'],
    ['NLP, conversational AI or chatbots', 'NLP or conversational AI or chatbots'],
    ['English, fluent or native', 'English, fluent or native'],
    ['German, C1 or higher', 'German, C1 or higher'],
    ['Python, SQL, and Tableau or Power BI', 'Python, SQL, and Tableau or Power BI'],
    ['Google, Meta or Amazon.com, Inc.', 'Google or Meta or Amazon.com, Inc.'],
    ['Latham & Watkins, LLP or Kirkland & Ellis, LLP', 'Latham & Watkins, LLP or Kirkland & Ellis, LLP'],
    ['Citibank, N.A. or Chase', 'Citibank, N.A. or Chase'],
    ['Skadden, Arps or Paul, Weiss', 'Skadden, Arps or Paul, Weiss'],
    ['Smith, Gambrell & Russell or King & Spalding', 'Smith, Gambrell & Russell or King & Spalding'],
    ['Unilever, Procter & Gamble or Nestlé', 'Unilever or Procter & Gamble or Nestlé'],
  ])('have the alternatives of a list of firms or skills: %s', (text, expected) => {
    expect(listed(read(text, { experience: [text] }))).toEqual([`required experience ${expected}`]);
  });

  it('are joined as alternatives only if both have the same need, and never if excluded', () => {
    const target = { experience: ['Shopify', 'Amazon'] };
    expect(listed(read('at Shopify or ideally Amazon', target))).toEqual([
      'required experience Shopify',
      'preferred experience Amazon',
    ]);
    expect(
      listed(read('ideally at Shopify or Amazon', target, { preferred: ['Shopify', 'Amazon'] })),
    ).toEqual(['preferred experience Shopify or Amazon']);
    expect(listed(read('not at Shopify or Amazon', target))).toEqual([
      'excluded experience Shopify',
      'excluded experience Amazon',
    ]);
  });
});
