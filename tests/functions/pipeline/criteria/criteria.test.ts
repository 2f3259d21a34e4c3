import { describe, expect, it } from 'vitest';
import { targetOf } from '#functions/pipeline/criteria/criteria.ts';
import { occurrencesOf } from '#functions/pipeline/criteria/wording.ts';
import { LIMITS } from '#shared/limits.ts';
import { criterion } from '../judging.ts';
import { listed, read } from './read-request.ts';

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
    ['Data scientists in Berlin. Ideally, they have a PhD'],
    ['Data scientists in Berlin; preferably, with a PhD'],
    ['Data scientists in Berlin\nIdeally, PhD'],
    ['Data scientists in Berlin with a PhD as a plus'],
    ['Data scientists in Berlin. Nice to have: Spanish, PhD'],
    ['Data scientists in Berlin; PhD preferred'],
    ['Data scientists in Berlin, a PhD would be nice'],
    ['Data scientists in Berlin, a PhD would be helpful'],
    ['Data scientists in Berlin; a PhD is an asset'],
    ['Data scientists in Berlin, PhD useful'],
    ['Data scientists in Berlin, PhD good to have'],
    ['Data scientists in Berlin with a PhD (preferred)'],
    ['Data scientists in Berlin with a PhD (preferred but not a must)'],
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
    ['engineers in Berlin, don’t exclude Google', ['Google'], []],
    ['engineers in Berlin, dont exclude Google', ['Google'], []],
    ['engineers, do not exclude Google or Meta', ['Google', 'Meta'], []],
    ['engineers, don’t exclude Google, Meta and Amazon', ['Google', 'Meta', 'Amazon'], []],
    ['engineers, never exclude people who work at Google', ['works at Google'], []],
    ['engineers, without excluding engineers from Google', ['Google'], []],
    ['engineers, don’t exclude Google, hide Meta', ['Google', 'Meta'], ['Meta']],
    ['engineers, don’t exclude Google and leave Meta out', ['Google', 'Meta'], ['Meta']],
    ['engineers, don’t exclude Google. Oh, drop Google', ['Google'], ['Google']],
    ['I don’t want to exclude anybody but Google', ['Google'], ['Google']],
  ])('ignore the model’s mark on what the request says not to exclude: %s', (request, marked, excluded) => {
    const marks = marked.map((text) => ({ subject: 'experience', text }) as const);
    expect(listed(read(request, {}, { excluded: marks }))).toEqual(
      excluded.map((text) => `excluded experience ${text}`),
    );
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
    'Developers in Lyon, hopefully with Symfony',
    'Developers in Lyon, extra points for Symfony',
    'Developers in Lyon, Symfony would be beneficial',
    'Developers in Lyon, Symfony highly valued',
    'Developers in Lyon, Symfony viewed favorably',
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
    'engineers, no PhD required',
    'engineers, PhD (not required)',
    'engineers, no PhD or MBA required',
    'engineers, no MBA or PhD needed',
    'engineers, no BSc, PhD or MBA required',
    'engineers, neither a PhD nor an MBA is necessary',
    'engineers, fine without a PhD',
    'engineers, even if they have no PhD',
    'engineers, OK if they don’t have a PhD',
    'engineers with Java, OK if no PhD',
    'engineers in Berlin, fine without an MBA or PhD',
    'engineers in Berlin, even if they have no MBA or PhD',
    'don’t exclude people without a PhD',
    'engineers, no\nPhD required',
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
    'engineers with a PhD, no MBA needed',
    'engineers with a PhD (not required to travel)',
    'recruiters, no juniors (PhD required)',
    'engineers with a PhD, not just needed but expected',
  ])('stay required if something else is negated: %s', (request) => {
    expect(listed(read(request, { education: 'PhD' }))).toEqual(['required education PhD']);
  });

  it.each([
    'engineers with a PhD (a plus: Java)',
    'engineers with a PhD (ideal candidates know Java)',
    'engineers with a PhD at Useful Networks',
    'a PhD is an asset management requirement',
    'engineers, in Lima ideally, with a PhD',
    'Ideally, engineers, with a PhD',
  ])('stay required if something else is softened: %s', (request) => {
    expect(listed(read(request, { education: 'PhD' }))).toEqual(['required education PhD']);
  });

  it('are preferred if the request calls them not required but a plus', () => {
    const marks = { preferred: ['PhD'] };
    expect(listed(read('PhD not required but a plus', { education: 'PhD' }, marks))).toEqual([
      'preferred education PhD',
    ]);
    expect(listed(read('a PhD is required', { education: 'PhD' }))).toEqual(['required education PhD']);
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

it('the fields of a search query have only what is wanted and scored', () => {
  const criteria = [
    criterion('c1', 'profession', 'engineer'),
    criterion('c2', 'nationality', 'Peruvian', 'preferred'),
    { ...criterion('c3', 'interest', 'women in tech'), isUnscored: true },
    criterion('c4', 'experience', 'Google', 'excluded'),
  ];
  expect(targetOf(criteria)).toEqual({
    nationality: 'Peruvian',
    profession: 'engineer',
    interests: [],
    experience: [],
  });
});
