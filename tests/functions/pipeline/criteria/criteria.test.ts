import { describe, expect, it } from 'vitest';
import { type MarkedCriteria, readCriteria, targetOf } from '#functions/pipeline/criteria/criteria.ts';
import {
  alternativeTermsFor,
  completeQuery,
  queryFor,
  withoutOwnExclusions,
} from '#functions/pipeline/criteria/google-query.ts';
import { occurrencesOf } from '#functions/pipeline/criteria/wording.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { messageOf, runPipeline } from '#tests/support/run-pipeline.ts';

type Target = Partial<MarkedCriteria['targetCriteria']>;
const read = (request: string, target: Target, marks: Partial<MarkedCriteria> = {}) => {
  const targetCriteria = { interests: [], experience: [], ...target };
  return readCriteria({ targetCriteria, preferred: [], excluded: [], ...marks }, request);
};
const listed = (criteria: readonly Criterion[]) =>
  criteria.map(({ need, subject, text }) => `${need} ${subject} ${text}`);

describe('the criteria of a request', () => {
  it('follow the order of the fields, with one for each interest and experience', () => {
    const criteria = read('Peruvians in Lima', {
      experience: ['banking'],
      nationality: 'Peruvian',
      location: 'Lima',
      interests: ['AI', 'robotics'],
    });
    expect(criteria).toEqual([
      { id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' },
      { id: 'c2', subject: 'location', text: 'Lima', need: 'required' },
      { id: 'c3', subject: 'interest', text: 'AI', need: 'required' },
      { id: 'c4', subject: 'interest', text: 'robotics', need: 'required' },
      { id: 'c5', subject: 'experience', text: 'banking', need: 'required' },
    ]);
    expect(targetOf(criteria)).toMatchObject({ nationality: 'Peruvian', interests: ['AI', 'robotics'] });
  });

  it.each([
    ['Data scientists in Berlin, ideally with a PhD'],
    ['Data scientists in Berlin, preferably PhD'],
    ['Data scientists in Berlin with a PhD as a plus'],
    ['Data scientists in Berlin. Nice to have: Spanish, PhD'],
    ['Data scientists in Berlin; PhD preferred'],
    ['Data scientists in Berlin, a PhD would be nice'],
  ])('are preferred only if the request says so: %s', (request) => {
    expect(listed(read(request, { location: 'Berlin', education: 'PhD' }))).toEqual([
      'required location Berlin',
      'preferred education PhD',
    ]);
  });

  it.each([
    ['Therapists in Leeds, bilingual in Urdu a plus', 'speaks Urdu', 'preferred'],
    ['Therapists in Leeds, ideally with some Urdu', 'fluent in Urdu', 'preferred'],
    ['Therapists in Leeds who speak Urdu', 'Urdu speaker', 'required'],
    ['Therapists in Leeds, Kafka is a must', 'experience with Kafka', 'required'],
  ])('take their need from the request, however the model words them: %s', (request, text, need) => {
    expect(listed(read(request, { experience: [text] }))).toEqual([`${need} experience ${text}`]);
  });

  it('are dropped if the request waives them in fewer words', () => {
    const request = 'Therapists in Leeds, German not required';
    expect(listed(read(request, { location: 'Leeds', experience: ['speaks German'] }))).toEqual([
      'required location Leeds',
    ]);
  });

  it('are excluded once, in singular or plural', () => {
    const marks = { excluded: [{ subject: 'experience', text: 'agencies' } as const] };
    expect(listed(read('Developers, no agencies', { profession: 'developer' }, marks))).toEqual([
      'required profession developer',
      'excluded experience agencies',
    ]);
  });

  it('split an education into degree, subject and school, each with its own need', () => {
    const request = 'Product managers who studied at Oxford, ideally with an MBA';
    const education = 'MBA, University of Oxford';
    const expected = ['preferred education MBA', 'required education University of Oxford'];
    for (const preferred of [[], ['MBA'], [education]])
      expect(listed(read(request, { education }, { preferred }))).toEqual(expected);
    expect(listed(read('Ideally with studies abroad', { education }, { preferred: [education] }))).toEqual([
      'preferred education MBA',
      'preferred education University of Oxford',
    ]);
  });

  it.each([
    ['University of California, Berkeley', ['University of California, Berkeley']],
    ['PhD, University of Texas, Austin', ['PhD', 'University of Texas, Austin']],
    ['Physics, Oxford', ['Physics', 'Oxford']],
    ['BSc, or MSc', ['BSc, or MSc']],
    [
      'University of California, Berkeley or Stanford University',
      ['University of California, Berkeley or Stanford University'],
    ],
    ['a, '.repeat(100), ['a']],
  ])('split an education at commas, but not a school from its town: %.40s', (education, texts) => {
    expect(read('x', { education }).map(({ text }) => text)).toEqual(texts);
  });

  it('are required if the request insists, whatever the model says', () => {
    const request = 'An MBA is a must, a PhD is only nice to have';
    const marks = { preferred: ['MBA', 'PhD'] };
    expect(listed(read(request, { education: 'MBA, PhD' }, marks))).toEqual([
      'required education MBA',
      'preferred education PhD',
    ]);
    const german = 'Engineers in Berlin; speaking German is a plus, MBA and PhD are nice to have';
    expect(listed(read(german, { education: 'MBA, PhD', experience: ['speaks German'] }))).toEqual([
      'preferred education MBA',
      'preferred education PhD',
      'preferred experience speaks German',
    ]);
    const java = { experience: ['Java EE', 'Java'] };
    expect(listed(read('Java EE developers; Java is a plus', java))[0]).toBe('required experience Java EE');
  });

  it('adopt the model’s mark only if the request has a word for it', () => {
    const marks = { preferred: ['PhD'], excluded: [{ subject: 'location', text: 'Berlin' }] as const };
    const target = { location: 'Berlin', education: 'PhD' };
    expect(listed(read('PhDs in Berlin', target, marks))).toEqual([
      'required location Berlin',
      'required education PhD',
    ]);
    const german = read(
      'Gern mit Promotion, ohne Berater',
      { education: 'PhD' },
      {
        preferred: ['PhD'],
        excluded: [{ subject: 'profession', text: 'consultant' }],
      },
    );
    expect(listed(german)).toEqual(['preferred education PhD', 'excluded profession consultant']);
  });

  it.each([
    'Développeurs à Lyon, idéalement avec Symfony',
    'Développeurs à Lyon ; Symfony serait un atout',
    'Développeurs à Lyon, Symfony apprécié',
    'Desarrolladores en Lima, se valora Symfony',
    'Desarrolladores en Lima, mejor con Symfony',
    'Desarrolladores en Lima, a ser posible con Symfony',
    'Desenvolvedores em Lisboa, se possível com Symfony',
    'Desenvolvedores em Lisboa; Symfony é um diferencial',
    'Sviluppatori a Milano, gradita Symfony',
    'Sviluppatori a Milano, meglio se con Symfony',
    'Entwickler in Köln, Symfony von Vorteil',
    'Entwickler in Köln, am liebsten mit Symfony',
    'Developers in Lyon; Symfony is not a must',
    'Entwickler in Köln, Symfony ist kein Muss',
    'Desarrolladores en Lima, Symfony no es imprescindible',
    'Développeurs à Lyon, Symfony n’est pas obligatoire',
  ])(
    'are preferred if the model says so and the request has a word for it in any language: %s',
    (request) => {
      const marks = { preferred: ['Symfony'] };
      expect(listed(read(request, { experience: ['Symfony'] }, marks))).toEqual([
        'preferred experience Symfony',
      ]);
    },
  );

  it('are excluded if the request rules out people who have or run them', () => {
    const request = 'veterinarians in Texas, excluding those who own a practice';
    expect(listed(read(request, { experience: ['practice'] }))).toEqual(['excluded experience practice']);
    expect(listed(read('vets who own a practice', { experience: ['practice'] }))).toEqual([
      'required experience practice',
    ]);
  });

  it.each([
    ['talent people, not recruiters', 'excluded profession recruiter'],
    ['consultants, NOT Deloitte', 'excluded experience Deloitte'],
    ['consultants not from Deloitte', 'excluded experience Deloitte'],
    ['consultants who do not work at Deloitte', 'excluded experience Deloitte'],
    ['consultants excluding Deloitte and KPMG', 'excluded experience Deloitte, excluded experience KPMG'],
    ['consultants, no Deloitte or KPMG', 'excluded experience Deloitte, excluded experience KPMG'],
    ['consultants -"Ernst & Young"', 'excluded experience Ernst & Young'],
    ['data scientists without a PhD', 'excluded education PhD'],
    ['consultants not in Berlin', 'excluded location Berlin'],
    ['lawyers who do not live in Mexico City', 'excluded location Mexico City'],
    ['lawyers who are not from Texas', 'excluded location Texas'],
    ['engineers not from Texas Instruments', 'excluded experience Texas Instruments'],
    ['lawyers, NOT Oxford', 'excluded experience Oxford'],
    ['engineers, non-US', 'excluded location US'],
    ['engineers who are non US', 'excluded location US'],
    ['engineers, non-Peruvian', 'excluded nationality Peruvian'],
    ['recruiters in Lima, no agencies', 'excluded experience agency'],
    ['managers, no coaches', 'excluded profession coach'],
    ['clinics, no nurses', 'excluded profession nurse'],
    ['doctors except surgeons', 'excluded profession surgeon'],
    ['CTOs, not CEOs', 'excluded profession CEO'],
    ['engineers w/o PhD', 'excluded education PhD'],
    ['engineers, not in Berlin, but in Munich or Hamburg', 'excluded location Berlin'],
    ['engineers, not in Berlin, only in Munich or Hamburg', 'excluded location Berlin'],
    ['engineers, not Google but Meta or Amazon', 'excluded experience Google'],
    ['instead of Java, Kotlin or Scala', 'excluded experience Java'],
    ['engineers, exclude students and interns', 'excluded profession student, excluded profession intern'],
    ['engineers, whether or not in Berlin', ''],
    ['finance people, no MBAs', 'excluded education MBA'],
    ['finance people, no PhDs', 'excluded education PhD'],
    ['startup people, no VCs.', 'excluded experience VC'],
    ['data scientists, not Germany based', 'excluded location Germany'],
    ['nurses not in Hungary yet', ''],
    ['engineers who don’t work at Google', 'excluded experience Google'],
    ['I don’t want Google', 'excluded experience Google'],
    ['lawyers who aren’t in Berlin', 'excluded location Berlin'],
    ['lawyers who needn’t be in Berlin', ''],
    ['lawyers who need not have an MBA', ''],
    ['lawyers who need not be based in London', ''],
    ['nurses from Doctors without Borders', ''],
    ['nurses from doctors without borders', ''],
    ['Now I need engineers not at Google', 'excluded experience Google'],
    ['engineers now not at Google', 'excluded experience currently at Google'],
    ['engineers who have never worked at Google', 'excluded experience Google'],
    ['engineers who should not have worked at Google', 'excluded experience Google'],
    [
      'lawyers, not in Germany, Austria or Switzerland',
      'excluded location Germany, excluded location Austria, excluded location Switzerland',
    ],
    [
      'lawyers, not in Germany, in Austria or in Peru',
      'excluded location Germany, excluded location Austria, excluded location Peru',
    ],
    [
      'excluding Deloitte, KPMG and EY',
      'excluded experience Deloitte, excluded experience KPMG, excluded experience EY',
    ],
    [
      'accountants not at Deloitte, PwC, KPMG, EY, BDO or Accenture',
      ['Deloitte', 'PwC', 'KPMG', 'EY', 'BDO', 'Accenture']
        .map((firm) => `excluded experience ${firm}`)
        .join(', '),
    ],
    ['lawyers, not Google, in Berlin or Munich', 'excluded experience Google'],
    ['lawyers, not Google, with Java or Kotlin', 'excluded experience Google'],
    ['lawyers, not Google, Java and Kotlin', 'excluded experience Google'],
    [
      'Anwälte, nicht in Deutschland, Österreich oder Peru',
      'excluded location Deutschland, excluded location Österreich, excluded location Peru',
    ],
  ])('are excluded if the request says so, even if the model does not: %s', (request, expected) => {
    expect(listed(read(request, {})).join(', ')).toBe(expected);
  });

  it.each([
    ['Entwickler in München, keine Freelancer', 'excluded experience Freelancer'],
    [
      'Ingenieure, keine Freelancer oder Agenturen',
      'excluded experience Freelancer, excluded experience Agenturen',
    ],
    ['Entwickler, nicht bei Google', 'excluded experience Google'],
    ['weder Google noch Meta', 'excluded experience Google, excluded experience Meta'],
    ['Berater ohne MBA', 'excluded education MBA'],
    ['Ärzte, nicht in Berlin', 'excluded location Berlin'],
    ['ingenieros en Madrid, sin MBA', 'excluded education MBA'],
    ['abogados, excepto los de Garrigues', 'excluded experience Garrigues'],
    ['Entwickler, nicht in Berlin, sondern in München oder Hamburg', 'excluded location Berlin'],
    ['médicos, no en Madrid, sino en Barcelona o Valencia', 'excluded location Madrid'],
    ['ingénieurs à Paris, pas chez Google', 'excluded experience Google'],
    ['ingénieurs à Paris mais pas chez Google', 'excluded experience Google'],
    ['enfermeras que trabajaron en Médicos sin Fronteras', ''],
    ['Krankenpfleger bei Ärzte ohne Grenzen', ''],
    ['infirmiers chez Médecins sans Frontières', ''],
    ['avocats, pas de recruteurs', 'excluded experience recruteurs'],
    ['avocats, sauf Gide', 'excluded experience Gide'],
    ['engenheiros em São Paulo, não na Google', 'excluded experience Google'],
    ['ingenieros en Lima, no en Google', 'excluded experience Google'],
  ])('are excluded in German, Spanish, Portuguese and French too: %s', (request, expected) => {
    expect(listed(read(request, {})).join(', ')).toBe(expected);
    const experience = expected.split(', ').map((each) => each.replace(/^\S+ \S+ /, ''));
    expect(read(request, { experience }).every(({ need }) => need === 'excluded')).toBe(true);
  });

  it.each([
    'Entwickler, keine Erfahrung nötig',
    'Entwickler, kein MBA erforderlich',
    'MBA nicht zwingend notwendig',
    'nicht nur Google, auch Meta',
    'Designer, Sans Serif',
    'SEM, Google Ads',
  ])('exclude nothing in other languages without a real exclusion: %s', (request) => {
    expect(read(request, {})).toEqual([]);
    expect(read(request, {}, { excluded: [] })).toEqual([]);
  });

  it('are excluded once if the model repeats a German exclusion in English', () => {
    const excluded = [{ subject: 'profession', text: 'freelancer' }] as const;
    const german = 'Entwickler in München, keine Freiberufler';
    expect(listed(read(german, {}, { excluded }))).toEqual(['excluded profession freelancer']);
  });

  it('keep set phrases such as “non-profit” whole, but read “non-US” as an exclusion', () => {
    const experience = ['non-profit', 'no-code', 'Non Executive Director', 'not-for-profit'];
    expect(listed(read('x', { experience }))).toEqual(
      experience.map((text) => `required experience ${text}`),
    );
    const apart = ['not for profit', 'No code'];
    expect(listed(read('x', { experience: apart }))).toEqual(
      apart.map((text) => `required experience ${text}`),
    );
    expect(listed(read('x', { experience: ['non-US', 'no agencies'] }))).toEqual([
      'excluded experience US',
      'excluded experience agencies',
    ]);
    expect(listed(read('Recruiters, no agencies', { experience: ['agency'] }))).toEqual([
      'excluded experience agency',
    ]);
  });

  it.each([
    ['consultants, non-Deloitte', ['Deloitte']],
    ['talent people, non-recruiters', ['recruiter']],
    ['founders with a non-technical background', ['technical background']],
    ['Non-Executive Directors', ['Executive Directors']],
    ['fundraisers with non-profit experience', ['profit']],
    ['not for profit directors', ['profit']],
  ])('drop what the model asks for if the request has it only after "non-": %s', (request, experience) => {
    expect(listed(read(request, { experience }))).toEqual([]);
  });

  it.each([
    ['Technical founders with non-technical friends', 'technical'],
    ['Non-Executive Directors', 'Non-Executive Director'],
    ['Non-Executive Directors', 'Directors'],
    ['fundraisers with non-profit experience', 'non-profit'],
  ])('keep what the request has elsewhere, or together with its "non-": %s', (request, text) => {
    expect(listed(read(request, { experience: [text] }))).toEqual([`required experience ${text}`]);
  });

  it('are required if "plus" joins two, and preferred if one is a plus', () => {
    const needs = (request: string) =>
      read(request, { experience: ['Java', 'Kotlin'] }).map(({ need }) => need);
    expect(needs('Java plus Kotlin')).toEqual(['required', 'required']);
    expect(needs('Java experience plus Kotlin')).toEqual(['required', 'required']);
    expect(needs('Java, Kotlin a plus for us')).toEqual(['required', 'preferred']);
    expect(needs('Java, Kotlin is a plus')).toEqual(['required', 'preferred']);
    expect(needs('Java; Kotlin plus.')).toEqual(['required', 'preferred']);
  });

  it.each([
    ['consultants not in the US', { location: 'United States' }, 'excluded location US'],
    ['consultants, no startups', { experience: ['startup'] }, 'excluded experience startup'],
    ['consultants in Peru, no PhDs', { education: 'doctorate' }, 'excluded education PhD'],
  ])(
    'do not require what is excluded under another name, and exclude it once: %s',
    (request, target, expected) => {
      expect(listed(read(request, target))).toEqual([expected]);
      const [, subject, text] = /^excluded (\S+) (.+)$/.exec(expected) ?? [];
      const [other = ''] = Object.values(target).flat();
      const excluded = [text, other].map((name) => ({
        subject: subject as Criterion['subject'],
        text: `${name}`,
      }));
      expect(listed(read(request, {}, { excluded }))).toEqual([expected]);
    },
  );

  it('include at most ten exclusions', () => {
    const firms = Array.from({ length: 12 }, (_, index) => `Firm${index}`);
    const request = `engineers ${firms.map((firm) => `-${firm}`).join(' ')}`;
    expect(read(request, {}).map(({ text }) => text)).toEqual(firms.slice(0, 10));
  });

  it('use the shorter of two wordings of an exclusion, which excludes more', () => {
    const excluded = [{ subject: 'experience', text: 'McKinsey & Company' }] as const;
    expect(listed(read('Consultants, NOT McKinsey', {}, { excluded }))).toEqual([
      'excluded experience McKinsey',
    ]);
  });

  it.each([
    'engineers with not only Python but Go',
    'no experience needed',
    'consultants with no less than 5 years in Peru',
    'people who are not afraid of change',
    'Fundraisers with non-profit experience, ideally in non-profits',
    'Non-Executive Directors in London',
    'non executive directors, or non Executive Directors',
    'Builders of No-Code Tools, or no-code tools',
    'Non-life insurers',
    'Engineers in Non-Destructive Testing',
    'Managers of not-for-profits',
    'Not for Profit Directors in Leeds',
    'No Code Developers, or no code developers',
    'Lawyers in London who speak German, no exceptions',
    'Nurses in Leeds, no nights or weekends',
  ])('exclude nothing without a real exclusion: %s', (request) => {
    expect(read(request, {})).toEqual([]);
  });

  it.each<[string, Target]>([
    ['engenheiros no Brasil', { profession: 'engenheiro', location: 'Brasil' }],
    ['Head of Sales no Brasil', { profession: 'Head of Sales', location: 'Brazil' }],
    ['advogados no Rio de Janeiro que falam inglês', { location: 'Rio de Janeiro', experience: ['inglês'] }],
    ['advogados in-house no Brasil', { profession: 'advogado', location: 'Brasil' }],
    ['formado no Insper', { education: 'Insper' }],
    ['experiência no Google', { experience: ['Google'] }],
    ['fluente no inglês', { experience: ['inglês'] }],
    ['pesquisadores no campus', { experience: ['campus'] }],
    ['formado no ITA', { education: 'ITA' }],
    ['experiência no SaaS', { experience: ['SaaS'] }],
    ['especialistas no DevOps', { experience: ['DevOps'] }],
    ['desenvolvedores no AWS', { experience: ['AWS'] }],
    ['atendimento no McDonalds', { experience: ['McDonalds'] }],
  ])('do not read Portuguese ‘no’ as a negation: %s', (request, target) => {
    for (const { need } of read(request, target)) expect(need).toBe('required');
    expect(targetOf(read(request, target))).toEqual(targetOf(read('x', target)));
  });

  it.each([
    ['engineers in Berlin, no Google', 'Google'],
    ['ingenieros en Perú, no Google', 'Google'],
    ['engineers with no PhD', 'PhD'],
    ['recruiters, no agencies', 'agency'],
    ['neither Google nor Meta', 'Google'],
  ])('read English and Spanish ‘no’ as a negation: %s', (request, text) => {
    expect(listed(read(request, { experience: [text] }))).toContain(`excluded experience ${text}`);
  });

  it.each([
    'Must have:\n-Python\n-AWS\nNice colleagues',
    'Must have\n  -Python\n  -AWS',
    '-Python\n-AWS',
    'Requirements: -Python -AWS',
    'Must have:\n-Python\n-AWS\nNice to have:\n-Kafka',
    'Must have:\n- Python\n- AWS\nNice to have:\n- Kafka',
    'Must have:\n-Python\n-AWS\nNot needed:\n-Kafka',
  ])('read the dashes of a list as bullets, not as exclusions: %s', (request) => {
    const experience = ['Python', 'AWS'];
    expect(listed(read(request, { experience }))).toEqual(
      experience.map((text) => `required experience ${text}`),
    );
  });

  it('read a dash within a line as an exclusion', () => {
    expect(listed(read('engineers -Python', { experience: ['Python'] }))).toEqual([
      'excluded experience Python',
    ]);
  });

  it.each(['like https://linkedin.com/in/ana -Google', 'role:engineer -Google', 'at 9:30 -Google'])(
    'read a dash as an exclusion after a colon that begins no list: %s',
    (request) => {
      expect(listed(read(request, { experience: ['Google'] }))).toEqual(['excluded experience Google']);
    },
  );

  it.each<[string, Target, string]>([
    ['not in Mexico City', { location: 'Mexico' }, 'required location Mexico'],
    ['engineers, not in Panama City', { location: 'Panama' }, 'required location Panama'],
    ['in Eastern Canada, not in Quebec City', { location: 'Quebec' }, 'required location Quebec'],
    ['engineers, not in Baja California', { location: 'California' }, 'required location California'],
    ['English teachers, not in New England', { location: 'England' }, 'required location England'],
    ['not in Mexico', { location: 'Mexico' }, 'excluded location Mexico'],
    ['not in Mexico, City bankers', { location: 'Mexico' }, 'excluded location Mexico'],
    ['not in the San Francisco Bay Area', { location: 'San Francisco' }, 'excluded location San Francisco'],
    ['not in Greater London', { location: 'Greater London' }, 'excluded location Greater London'],
    ['ideally in New York City', { location: 'New York' }, 'preferred location New York'],
  ])('tell a place from another whose longer name contains it: %s', (request, target, expected) => {
    expect(listed(read(request, target))[0]).toBe(expected);
  });

  it.each<
    [request: string, marked: { subject: 'location' | 'nationality'; text: string }, expected: string[]]
  >([
    ['engineers, NOT U.S.', { subject: 'nationality', text: 'American' }, ['excluded location U.S.']],
    ['engineers, not Americans', { subject: 'location', text: 'US' }, ['excluded nationality American']],
    [
      'engineers, not Americans',
      { subject: 'nationality', text: 'American' },
      ['excluded nationality American'],
    ],
    ['engineers outside the US', { subject: 'location', text: 'US' }, ['excluded location US']],
  ])(
    'exclude a country as a place or as a nationality, as the request words it: %s',
    (request, marked, expected) => {
      expect(listed(read(request, {}, { excluded: [marked] }))).toEqual(expected);
    },
  );

  it.each<[request: string, target: Target, expected: string]>([
    ['lawyers outside of New York City', { location: 'New York City' }, 'excluded location New York City'],
    ['lawyers who live outside Germany', {}, 'excluded location Germany'],
    ['lawyers just outside London', { location: 'London' }, 'required location London'],
    ['outside counsel in Boston', { profession: 'outside counsel' }, 'required profession outside counsel'],
    ['ingenieros que no están en Google', { experience: ['Google'] }, 'excluded experience Google'],
    ['ingenieros que no trabajan en Google', {}, 'excluded experience Google'],
    ['abogados que no viven en Lima', { location: 'Lima' }, 'excluded location Lima'],
    ['engenheiros que não trabalham na Google', { experience: ['Google'] }, 'excluded experience Google'],
    ['engenheiros que trabalham no Google', { experience: ['Google'] }, 'required experience Google'],
  ])('tell “outside” and “not at” from “just outside” and “at”: %s', (request, target, expected) => {
    expect(listed(read(request, target))).toEqual([expected]);
  });

  it('exclude nobody for experience or studies outside a country', () => {
    expect(read('with experience outside the US', {})).toEqual([]);
    expect(read('who studied outside Germany', {})).toEqual([]);
  });

  it('keep the alternatives that are not excluded', () => {
    const excluded = [{ subject: 'location', text: 'Germany' }] as const;
    for (const marks of [{}, { excluded }])
      expect(listed(read('not in Germany', { location: 'Germany or Austria' }, marks))).toEqual([
        'required location Austria',
        'excluded location Germany',
      ]);
  });

  it.each([
    'engineers, no PhD required',
    'engineers, no PhD necessary',
    'engineers, PhD not required',
    'engineers, a PhD isn’t needed',
    'engineers; a PhD is not a must',
    'engineers; a PhD is not strictly needed',
    'engineers; a PhD is not so important',
    'engineers; a PhD is not that relevant',
    'engineers; a PhD is not too important',
    'engineers; a PhD isn’t very important',
    'engineers; a PhD is not really needed',
    'engineers; a PhD is not essential',
    'engineers with or without a PhD',
    'engineers without the PhD requirement',
    'engineers, no PhD requirements',
    'engineers with or without PhD, please',
    'Ingenieure mit oder ohne PhD',
    'ingenieros con o sin un PhD',
    'engineers, even without a PhD',
    'Ingenieure, auch ohne PhD',
    'Ingenieure, selbst ohne einen PhD',
    'ingenieros, incluso sin PhD',
    'ingénieurs, même sans PhD',
    'engenheiros, mesmo sem PhD',
  ])('neither require nor exclude what the request waives: %s', (request) => {
    const excluded = [{ subject: 'education', text: 'PhD' }] as const;
    const reads = [read(request, {}), read(request, { education: 'PhD' }), read(request, {}, { excluded })];
    expect(reads).toEqual([[], [], []]);
  });

  it.each([
    'engineers; a PhD is not only important but a must',
    'engineers, PhD not MBA required',
    'engineers with a PhD, not just needed but expected',
  ])('stay required if something else is negated: %s', (request) => {
    expect(listed(read(request, { education: 'PhD' }))).toEqual(['required education PhD']);
  });

  it('are preferred if the request calls them not required but a plus', () => {
    const marks = { preferred: ['PhD'] };
    expect(listed(read('PhD not required but a plus', { education: 'PhD' }, marks))).toEqual([
      'preferred education PhD',
    ]);
    expect(listed(read('a PhD is required', { education: 'PhD' }))).toEqual(['required education PhD']);
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
      'at Google or DeepMind',
      { experience: ['Google', 'Google DeepMind'] },
      'experience Google or Google DeepMind',
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

  it.each<[request: string, marked: string[], excluded: string[]]>([
    ['Former Google engineers who are not currently at Google', ['Google'], ['currently at Google']],
    ['Google engineers who don’t work at Google anymore', ['works at Google'], ['works at Google']],
    ['Google engineers, not now at Google', ['currently working at Google'], ['currently working at Google']],
    ['PMs not currently at Google or Meta', [], ['currently at Google', 'currently at Meta']],
    ['PMs not with Google or Meta anymore', ['Google', 'Meta'], ['currently at Google', 'currently at Meta']],
    ['Entwickler, derzeit nicht bei Google', [], ['currently at Google']],
    ['ingenieros que actualmente no están en Google', ['Google'], ['currently at Google']],
    ['PMs not at Google, now at Meta', [], ['Google']],
    ['PMs who have never worked at Google', ['Google'], ['Google']],
  ])('exclude only current employees if the request says so: %s', (request, marked, texts) => {
    const excluded = marked.map((text) => ({ subject: 'experience', text }) as const);
    const criteria = read(request, {}, { excluded });
    expect(listed(criteria)).toEqual(texts.map((text) => `excluded experience ${text}`));
    const query = withoutOwnExclusions('"engineer" -"Google"', criteria);
    expect(query).toBe(texts.includes('Google') ? '"engineer" -"Google"' : '"engineer"');
  });

  it('require a former employer even if current employees are excluded', () => {
    const request = 'Former Google engineers who are not currently at Google';
    expect(listed(read(request, { experience: ['Google'] }))).toEqual([
      'required experience Google',
      'excluded experience currently at Google',
    ]);
    expect(listed(read('lawyers not currently in Berlin', {}))).toEqual(['excluded location Berlin']);
  });

  it('do not require what the request excludes, even if the model does', () => {
    const result = read('Consultants in Peru, NOT Deloitte', { location: 'Peru', experience: ['Deloitte'] });
    expect(listed(result)).toEqual(['required location Peru', 'excluded experience Deloitte']);
    expect(targetOf(result).experience).toEqual([]);
    expect(listed(read('Engineers', { experience: ['not Google'] }))).toEqual(['excluded experience Google']);
  });

  it.each([
    ['律師', '律師', 'required'],
    ['engineer ', 'engineer', 'required'],
    ['not engineers or ', 'engineer', 'excluded'],
    ['engineer, please no\n', 'engineer', 'required'],
  ])('are read from a request of the maximum length, made up of %j', (words, profession, need) => {
    const request = words.repeat(LIMITS.contentLength / words.length);
    expect(listed(read(request, { profession }))).toEqual([`${need} profession ${profession}`]);
    expect(occurrencesOf(request, profession).length).toBeLessThanOrEqual(100);
  });
});

describe('the Google query of a request', () => {
  const excluded = (text: string): Criterion => ({ id: 'c1', subject: 'experience', text, need: 'excluded' });
  const wanted = (text: string): Criterion => ({ id: 'c2', subject: 'profession', text, need: 'required' });

  it('has every exclusion exactly once, whatever the model wrote', () => {
    for (const query of [
      '("CFO" OR "Deloitte") "Peru"',
      'site:linkedin.com/in -Deloitte ("CFO") ("deloitte") "Peru"',
    ])
      expect(completeQuery(query, [wanted('CFO'), excluded('Deloitte')])).toBe(
        'site:linkedin.com/in -"Deloitte" ("CFO") "Peru"',
      );
  });

  it.each<[string, Criterion[], string]>([
    ['"lawyer" ("recruiter" OR "talent acquisition")', [excluded('recruiter')], '-"recruiter" "lawyer"'],
    [
      'lawyer "recruiter" OR "talent acquisition" OR sourcer Lima',
      [excluded('recruiter')],
      '-"recruiter" lawyer Lima',
    ],
    [
      '("United States" OR "USA" OR "US") "engineer" "USA"',
      [{ id: 'c1', subject: 'location', text: 'US', need: 'excluded' }],
      '-"US" "engineer"',
    ],
    [
      '("data scientist" OR "data analyst" OR "statistician")',
      [wanted('data scientist'), excluded('data analyst')],
      '-"data analyst" ("data scientist" OR "statistician")',
    ],
    [
      '("Europe" OR "United Kingdom" OR "Ireland") "nurse"',
      [
        { id: 'c1', subject: 'location', text: 'Europe', need: 'required' },
        { id: 'c2', subject: 'location', text: 'UK', need: 'excluded' },
      ],
      '-"UK" ("Europe" OR "Ireland") "nurse"',
    ],
    ['Lima "Google" OR "Meta"', [wanted('Meta'), excluded('Google')], '-"Google" Lima "Meta"'],
    ['"lawyer" -("recruiter" OR "sourcer")', [excluded('recruiter')], '-"recruiter" "lawyer" -"sourcer"'],
  ])('does not ask for an excluded thing under another name: %s', (query, criteria, sent) => {
    expect(completeQuery(query, criteria)).toBe(`site:linkedin.com/in ${sent}`);
    expect(completeQuery(completeQuery(query, criteria), criteria)).toBe(`site:linkedin.com/in ${sent}`);
  });

  it('does not rule out an employer whose name the wanted profession contains', () => {
    const criteria = [wanted('SAP consultant'), excluded('SAP')];
    expect(completeQuery(withoutOwnExclusions('"SAP consultant" -"SAP"', criteria), criteria)).toBe(
      'site:linkedin.com/in "SAP consultant"',
    );
  });

  it('still asks for the home country of people who are to live elsewhere', () => {
    const criteria: Criterion[] = [
      { id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' },
      { id: 'c2', subject: 'location', text: 'Peru', need: 'excluded' },
    ];
    for (const query of ['("Peruvian" OR "Peru") "chef"', '("Peruvian" OR "Peru") "chef" -"Peru"'])
      expect(completeQuery(withoutOwnExclusions(query, criteria), criteria)).toBe(
        'site:linkedin.com/in ("Peruvian" OR "Peru") "chef"',
      );
  });

  it.each<[string, string, string]>([
    ['engineers in Lima, no PhD required', '"engineer" "Lima" -"PhD" -doctorate', '"engineer" "Lima"'],
    [
      'engineers in Lima, not recruiters',
      '"engineer" "Lima" -recruiter -"talent acquisition" -student -inurl:dir',
      '-"recruiter" "engineer" "Lima" -"talent acquisition" -inurl:dir',
    ],
  ])('drops exclusions that the model made up: %s', async (content, query, sent) => {
    const reply = {
      googleSearchQuery: query,
      targetCriteria: { profession: 'engineer', location: 'Lima' },
      alternativeSearchTerms: [query],
    };
    const run = await runPipeline(fakeProviders({ replies: { query: () => reply } }), {
      content,
      deepResearch: false,
    });
    const { googleSearchQuery, alternativeSearchTerms } = messageOf(run)?.metadata?.searchQuery ?? {};
    expect(googleSearchQuery).toBe(`site:linkedin.com/in ${sent}`);
    expect(alternativeSearchTerms).toEqual([expect.not.stringMatching(/PhD|doctorate|student/)]);
  });

  it.each([
    ['speaks Spanish', '"Spanish"'],
    ['fluent in German', '"German"'],
    ['German speaker', '"German"'],
    ['must speak fluent German', '"German"'],
    ['native German speaker', '"German"'],
    ['German (C1) or French', '("German" OR "French")'],
    ['ex-Google', '"Google"'],
    ['formerly with EY', '"EY"'],
    ['currently at a startup', '"startup"'],
    ['worked at Deloitte or KPMG', '("Deloitte" OR "KPMG")'],
    ['background in banking', '"banking"'],
    ['5+ years of Python', '"Python"'],
    ['5+ years’ experience in fintech', '"fintech"'],
    ['between 5 and 10 years of experience', ''],
    ['habla alemán', '"alemán"'],
    ['5+ years of experience', ''],
    ['5+ years of experience or AWS', ''],
    ['Public Speaking', '"Public Speaking"'],
    ['keynote speaker', '"keynote speaker"'],
    ['speaks Quechua', '"Quechua"'],
    ['working capital', '"working capital"'],
    ['interest rates', '"interest rates"'],
    ['of counsel', '"of counsel"'],
    ['AWS, or similar', '"AWS"'],
    ['5 or more years of sales', '"sales"'],
    ['3 years or more', ''],
    ['Python or other languages', '"Python"'],
    ['further or higher education', '("further" OR "higher education")'],
  ])('asks for words found on pages, not for level, duration or time: %s', (text, words) => {
    const criterion = { id: 'c1', subject: 'experience', text, need: 'required' } as const;
    expect(queryFor([wanted('engineer'), criterion])).toBe(`site:linkedin.com/in "engineer" ${words}`.trim());
  });

  it('asks for any of several places, each with its country', () => {
    const places = { id: 'c1', subject: 'location', text: 'Berlin, Germany or Munich, Germany' } as const;
    expect(queryFor([{ ...places, need: 'required' }])).toBe(
      'site:linkedin.com/in ("Berlin, Germany" OR "Munich, Germany")',
    );
  });

  it('asks for years if there is nothing else to ask for', () => {
    const years = { id: 'c1', subject: 'experience', text: '5+ years', need: 'required' } as const;
    expect(queryFor([years])).toBe('site:linkedin.com/in "5+ years"');
  });

  it('has shorter alternatives made of the required criteria, in words found on pages', () => {
    const worked = {
      id: 'c3',
      subject: 'experience',
      text: 'worked at Deloitte or KPMG',
      need: 'required',
    } as const;
    const lives = { id: 'c4', subject: 'location', text: 'Lima', need: 'required' } as const;
    const likes = { id: 'c5', subject: 'interest', text: 'chess', need: 'preferred' } as const;
    expect(alternativeTermsFor([wanted('CFO'), worked, lives, likes, excluded('Meta')])).toEqual([
      'CFO Deloitte KPMG Lima',
      'CFO Deloitte KPMG',
    ]);
    expect(alternativeTermsFor([wanted('CFO'), likes])).toEqual(['CFO']);
  });

  it('ignores an exclusion that is only quotation marks', () => {
    expect(completeQuery('"CFO"', [excluded('""')])).toBe('site:linkedin.com/in "CFO"');
  });

  it('stays as the model wrote it if nothing is excluded', () => {
    const query = 'site:linkedin.com/in ("seed" OR "angel") "investor" -jobs';
    expect(completeQuery(query, [])).toBe(query);
  });

  it.each([
    ['an operator’s phrase', '("Peru" OR intitle:"Lima") -intitle:"profiles" -inurl:"dir/"'],
    ['an operator’s group', 'intitle:("lawyer" OR "attorney") -inurl:("dir" OR "jobs")'],
  ])('keeps %s with its operator', (_, query) => {
    expect(completeQuery(query, [])).toBe(`site:linkedin.com/in ${query}`);
    expect(withoutOwnExclusions(query, [])).toBe(query);
  });

  it.each([
    ['site:linkedin.com/in/ "a"', 'site:linkedin.com/in/ "a"'],
    ['"a" site:pe.linkedin.com/in', '"a" site:pe.linkedin.com/in'],
    ['site:www.linkedin.com/in/ "a"', 'site:www.linkedin.com/in/ "a"'],
    ['"a" site:linkedin.com "b"', 'site:linkedin.com/in "a" "b"'],
    ['(site:linkedin.com/in OR site:linkedin.com/pub) "a"', 'site:linkedin.com/in "a"'],
    [
      '"a" site:pe.linkedin.com/in OR site:cl.linkedin.com/in "b" -site:linkedin.com/company',
      'site:linkedin.com/in "a" "b" -site:linkedin.com/company',
    ],
    ['site:notlinkedin.com/in "a"', 'site:linkedin.com/in site:notlinkedin.com/in "a"'],
  ])('is limited to profile pages exactly once: %s', (query, sent) => {
    expect(completeQuery(query, [])).toBe(sent);
    expect(completeQuery(sent, [])).toBe(sent);
  });

  it.each([
    ['"a") OR "b"', '"a" OR "b"'],
    [')', ''],
    ['(OR "a" OR OR "b" OR) OR', '("a" OR "b")'],
    ['(("a" OR ("b"', '(("a" OR ("b")))'],
    ['-"c" OR "a"', '-"c" "a"'],
    ['('.repeat(2_000), ''],
    ['()'.repeat(1_000), ''],
  ])('repairs malformed groups and alternatives: %.30s', (query, whole) => {
    expect(completeQuery(query, [])).toBe(`site:linkedin.com/in ${whole}`.trim());
  });

  it('stays within 500 characters and 32 words, with exclusions kept and groups closed', () => {
    for (const phrase of ['("aaaa bbbb" OR "cccc") ', `"${'x'.repeat(80)}" `]) {
      const query = completeQuery(phrase.repeat(40), [excluded('Deloitte')]);
      const words = query
        .replace(/[()"]/g, ' ')
        .split(/\s+/)
        .filter((word) => word && word !== 'OR');
      expect(query.startsWith('site:linkedin.com/in -"Deloitte" ')).toBe(true);
      expect(query.length).toBeLessThanOrEqual(500);
      expect(words.length).toBeLessThanOrEqual(32);
      expect(query.split('(').length).toBe(query.split(')').length);
    }
  });

  it('is also read from replies without the newer fields', async () => {
    const reply = { googleSearchQuery: '"Peru"', targetCriteria: { location: 'Peru', interests: null } };
    const run = await runPipeline(fakeProviders({ replies: { query: () => reply } }), {
      deepResearch: false,
    });
    expect(messageOf(run)?.metadata?.searchQuery).toMatchObject({
      googleSearchQuery: 'site:linkedin.com/in "Peru"',
      criteria: [{ subject: 'location', text: 'Peru', need: 'required' }],
    });
  });
});

describe('an exclusion marked by the model', () => {
  const isTaken = (request: string) =>
    readCriteria(
      {
        targetCriteria: { profession: 'engineer', interests: [], experience: [] },
        preferred: [],
        excluded: [{ subject: 'experience', text: 'Google' }],
      },
      request,
    ).some(({ need }) => need === 'excluded');

  it.each([
    'Engenheiros, exceto do Google',
    'Engenheiros, nenhum do Google',
    'Ingegneri esclusi quelli di Google',
    'Ingegneri, nessuno di Google',
    'Ingegneri, né di Google né di Meta',
    'Ingénieurs hormis ceux de Google',
    'Ingénieurs qui ne travaillent plus chez Google',
    'Ingénieurs, aucun de Google',
    'Ingenieure, ausgenommen Google',
    'Ingenieure, die nie bei Google waren',
    'Ingenieros, ninguno de Google',
    'Ingenieros, descarta Google',
    'Engenheiros nem do Google nem da Meta',
    'Ingenieros, menos los de Google',
    'Ingenieros que nunca trabajaron en Google',
    'Ingenieros fuera de Google',
    'quita a los de Google',
    'Ingenieure, weder Google noch Meta',
    'Ingenieure ausser von Google',
    'Ingénieurs jamais passés par Google',
    'leave Google out',
    'filter out Google',
    'take the people from Google out',
    'get rid of Google',
    'engineers minus Google',
    'engineers apart from Google',
    'engineers outside Google',
    'Ingenieure außerhalb von Google',
    'Ingenieure ausserhalb von Google',
    'ingénieurs en dehors de Google',
    '-Google',
  ])('counts if the request negates in any wording: %s', (request) => {
    expect(isTaken(request)).toBe(true);
  });

  it.each([
    'Engineers at Google',
    'Ingenieros con al menos 5 años en Google',
    'Engenheiros com pelo menos 5 anos na Google',
    'Must have:\n-Google\n-Meta',
  ])('does not count if the request has no negation: %s', (request) => {
    expect(isTaken(request)).toBe(false);
  });
});
