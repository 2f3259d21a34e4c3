import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readResult, withoutLinkedIn } from '#functions/pipeline/evidence/local-reading.ts';
import { mentions } from '#functions/pipeline/language/words.ts';
import type { Criterion } from '#shared/criteria.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import { judge, type Page } from '../judging.ts';

const criteria = {
  nationality: 'Peruvian',
  location: 'Boston',
  interests: ['AI', 'robotics'],
  experience: ['research'],
};

describe('a mention', () => {
  it.each([
    ['Works in Taiwan', 'AI', false],
    ['AI researcher', 'ai', true],
    ['Estudió en Perú', 'peru', true],
    ['C++ developer', 'C++', true],
    ['東京大学の研究者', '東京', true],
    ['anything', '  ', false],
    ['a Chilean lawyer', 'Peruvian or Chilean', true],
    ['a lawyer or a judge', 'Peruvian or Chilean', false],
  ])('in "%s" of "%s": %s', (text, term, expected) => {
    expect(mentions(text, term)).toBe(expected);
  });
});

describe('reading a search result', () => {
  it.each([
    [
      "View Ada Quispe's profile on LinkedIn, a professional community of 1 billion members. Poet by heart. · Location: Boston",
      'Poet by heart. · Location: Boston',
    ],
    [
      'Mira el perfil de Ada Quispe en LinkedIn, una comunidad profesional de 1.000 millones de miembros. Poeta.',
      'Poeta.',
    ],
    [
      'Sehen Sie sich das Profil von Ada auf LinkedIn, einer professionellen Community mit mehr als 1 Milliarde Mitgliedern, an. Poetin.',
      'Poetin.',
    ],
    ['View Ada’s profile on LinkedIn, a professional community · Poet', 'Poet'],
    ['... Ada Quispe’s profile on LinkedIn, a professional community of 1 billion members ... Poet', 'Poet'],
    ['Poet · 34 connections on ...', 'Poet'],
    ['Poet · View Ada Quispe’s profile ...', 'Poet'],
    ['Poet · 34 connections on LinkedIn. View Ada Quispe’s profile ...', 'Poet'],
    ['... has a profile of the poet', '... has a profile of the poet'],
    ['Poet · View of the river ...', 'Poet · View of the river ...'],
  ])('leaves out LinkedIn’s boilerplate wherever it appears: %s', (snippet, own) => {
    expect(withoutLinkedIn(snippet)).toBe(own);
  });

  it('follows LinkedIn’s conventions', () => {
    expect(
      readResult(
        {
          title: 'Rumi Castañeda Lloyd - Data Scientist - Fernhollow Bank | LinkedIn',
          snippet:
            'Peruvian-American data scientist · Experience: Fernhollow Bank · Education: Larkmoor Institute · Location: New York · 500+ connections on LinkedIn. View Rumi’s profile on LinkedIn, a professional community',
        },
        { ...criteria, profession: 'data scientist' },
      ),
    ).toEqual({
      fullName: 'Rumi Castañeda Lloyd',
      headline: 'Data Scientist - Fernhollow Bank',
      location: 'New York',
      currentPosition: { title: 'Data Scientist', company: 'Fernhollow Bank' },
      education: { school: 'Larkmoor Institute', degree: '' },
      summary:
        'Peruvian-American data scientist · Experience: Fernhollow Bank · Education: Larkmoor Institute · Location: New York',
      tags: ['Peruvian', 'data scientist'],
    });
  });

  it.each([
    'Ingeniera. · Experiencia: Quipu Works · Educación: Larkmoor Institute · Ubicación: Lima, Perú · Más de 500 contactos en LinkedIn. Mira el perfil de Ada Quispe en LinkedIn, una comunidad profesional',
    'Engenheira. · Experiência: Quipu Works · Formação acadêmica: Larkmoor Institute · Localidade: Lima, Perú · + de 500 conexões no LinkedIn. Veja o perfil de Ada Quispe no LinkedIn',
    'Ingénieure. · Expérience : Quipu Works · Formation : Larkmoor Institute · Lieu : Lima, Perú · 500 relations ou plus sur LinkedIn. Consultez le profil de Ada Quispe sur LinkedIn',
    'Ingénieure. · Expérience : Quipu Works · Formation : Larkmoor Institute · Lieu : Lima, Perú · Plus de 500 relations sur LinkedIn. Consultez le profil de Ada Quispe sur LinkedIn',
    'Ingenieurin. · Berufserfahrung: Quipu Works · Ausbildung: Larkmoor Institute · Ort: Lima, Perú · 500+ Kontakte auf LinkedIn. Sehen Sie sich das Profil von Ada Quispe auf LinkedIn an',
    'Ingegnera. · Esperienza: Quipu Works · Formazione: Larkmoor Institute · Località: Lima, Perú · 500+ collegamenti su LinkedIn. Vedi il profilo di Ada Quispe su LinkedIn',
    'Ingenieur. · Ervaring: Quipu Works · Opleiding: Larkmoor Institute · Locatie: Lima, Perú · 500+ connecties op LinkedIn. Bekijk het profiel van Ada Quispe op LinkedIn, een professionele community',
    'Ingenjör. · Erfarenhet: Quipu Works · Utbildning: Larkmoor Institute · Plats: Lima, Perú · 500+ kontakter på LinkedIn. Visa Ada Quispes profil på LinkedIn',
    'Ingeniør. · Erfaring: Quipu Works · Uddannelse: Larkmoor Institute · Placering: Lima, Perú · 500+ forbindelser på LinkedIn. Se Ada Quispes profil på LinkedIn',
    'Ingeniør. · Erfaring: Quipu Works · Utdanning: Larkmoor Institute · Sted: Lima, Perú · 1 200 følgere på LinkedIn. Vis Ada Quispes profil på LinkedIn',
    'Mühendis. · Deneyim: Quipu Works · Eğitim: Larkmoor Institute · Konum: Lima, Perú · LinkedIn’de 500+ bağlantı.',
    'Inżynier. · Doświadczenie: Quipu Works · Wykształcenie: Larkmoor Institute · Lokalizacja: Lima, Perú · 500+ kontaktów na LinkedIn. Zobacz profil użytkownika Ada Quispe na LinkedIn',
    'エンジニア · 職歴：Quipu Works · 学歴：Larkmoor Institute · 所在地：Lima, Perú · LinkedInでつながり500人以上',
    '엔지니어 · 경력: Quipu Works · 학력: Larkmoor Institute · 지역: Lima, Perú · LinkedIn 1촌 500+명',
  ])('follows LinkedIn’s conventions in the language of the page: %.60s', (snippet) => {
    const { location, currentPosition, education, summary } = readResult(
      { title: 'Ada Quispe | LinkedIn', snippet },
      criteria,
    );
    expect([location, currentPosition.company, education.school]).toEqual([
      'Lima, Perú',
      'Quipu Works',
      'Larkmoor Institute',
    ]);
    expect(summary).toMatch(/Lima, Perú$/);
  });

  it.each([
    ['Teófilo Q. Mamani-Brandt | LinkedIn', 'Teófilo Q. Mamani-Brandt'],
    ['Teófilo Q. Mamani-Brandt - LinkedIn', 'Teófilo Q. Mamani-Brandt'],
    ['Señor “Chaska” 愛 Ñahui — 𝗔𝗜 Researcher ...', 'Señor “Chaska” 愛 Ñahui'],
    ['', ''],
  ])('takes the name from "%s"', (title, name) => {
    expect(nameFromTitle(title)).toBe(name);
  });

  it.each([
    ['Ada Quispe - Engineer - LinkedIn | LinkedIn', 'Engineer - LinkedIn'],
    ['Ada Quispe - Engineer at LinkedIn | LinkedIn', 'Engineer at LinkedIn'],
    ['Ada Quispe - LinkedIn Trainer - Larkmoor | LinkedIn', 'LinkedIn Trainer - Larkmoor'],
    ['Ada Quispe – Ingeniera | LinkedIn Perú', 'Ingeniera'],
    ['Ada Quispe - Engineer | LinkedIn ...', 'Engineer'],
  ])('tells LinkedIn as the site at the end of a title from LinkedIn as a firm: "%s"', (title, headline) => {
    expect(readResult({ title, snippet: '' }, criteria).headline).toBe(headline);
  });

  it.each([
    ['Ada Quispe - Lima, Peru | Professional Profile | LinkedIn', 'Lima, Peru'],
    [
      'Ada Quispe - Boston, Massachusetts, United States | Professional ...',
      'Boston, Massachusetts, United States',
    ],
    ['Ada Quispe – Lima, Perú | Perfil profesional', 'Lima, Perú'],
    ['Ada Quispe - Amsterdam, Nederland | Professioneel profiel | LinkedIn', 'Amsterdam, Nederland'],
    ['Ada Quispe - -- | LinkedIn', ''],
    ['Ada Quispe | LinkedIn', ''],
  ])('reads neither a place nor a dash as a headline: "%s"', (title, location) => {
    expect(readResult({ title, snippet: '' }, criteria)).toMatchObject({
      fullName: 'Ada Quispe',
      headline: '',
      location,
      currentPosition: { title: '', company: '' },
    });
  });

  it.each([
    ['Ada Quispe - -- - Quipu Works | LinkedIn', 'Quipu Works'],
    ['Ada Quispe - Engineer | Professional Profiler', 'Engineer | Professional Profiler'],
    ['Ada Quispe - Engineer | 🚀', 'Engineer | 🚀'],
  ])('keeps a real headline: "%s"', (title, headline) => {
    expect(readResult({ title, snippet: '' }, criteria).headline).toBe(headline);
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 1_000 }), fc.string({ maxLength: 1_000 }), (title, snippet) => {
        expect(typeof readResult({ title, snippet }, criteria).fullName).toBe('string');
      }),
    );
  });
});

describe('a cut-off text', () => {
  it.each([
    ['Ada Quispe - PhD Student | ...', '', 'PhD Student'],
    ['Ada Quispe - Investor | fintech and ...', '', 'Investor'],
    ['Ada Quispe - Student at California ...', 'Peruvian in Lima', 'Student'],
    [
      'Ada Quispe - Student at California ...',
      'Peruvian · Education: California Institute of Technology · Location: Lima',
      'Student at California Institute of Technology',
    ],
    ['Ada Quispe - Student at University of …', 'Education: Larkmoor Institute', 'Student'],
    ['Ada Quispe - Partner, Food & ... | LinkedIn', '', 'Partner'],
    ['Ada Quispe - Senior ...', '', ''],
    ['Ada Quispe - Head of Design at On | LinkedIn', '', 'Head of Design at On'],
    ['Ada Quispe ...', '', ''],
  ])('is left out of the headline in "%s", "%s"', (title, snippet, headline) => {
    expect(readResult({ title, snippet }, criteria)).toMatchObject({ fullName: 'Ada Quispe', headline });
  });

  it.each([
    ['Peruvian · Education: California Institute of ...', { school: '' }],
    ['Peruvian · Education: Larkmoor Institute · ...', { school: 'Larkmoor Institute' }],
    ['Education: Larkmoor Institute Location: Lima.', { school: 'Larkmoor Institute' }],
  ])('is not read as a school in "%s"', (snippet, education) => {
    expect(readResult({ title: '', snippet }, criteria).education).toMatchObject(education);
  });

  it.each([
    ['Runs a lab. Interested in fintech and ...', 'Runs a lab.'],
    ['Runs a lab. · Education: California Institute of ...', 'Runs a lab.'],
    ['Runs a lab in the mountains of ...', 'Runs a lab in the mountains of…'],
    ['Runs a lab.', 'Runs a lab.'],
  ])('is dropped from the summary or marked as cut in "%s"', (snippet, summary) => {
    expect(readResult({ title: '', snippet }, criteria).summary).toBe(summary);
  });
});

describe('a present position', () => {
  it.each([
    ['Engineer at Quipu Works', '', 'Engineer', 'Quipu Works'],
    ['Engineer @Quipu Works | jazz', '', 'Engineer', 'Quipu Works'],
    ['Engineer - Quipu Works', '', 'Engineer', 'Quipu Works'],
    ['Engineer at Quipu Works, ex-Fernhollow', '', 'Engineer', 'Quipu Works'],
    ['Engineer at Quipu Works 💡', '', 'Engineer', 'Quipu Works'],
    ['Engineer | Speaker', '', 'Engineer', ''],
    ['Engineer - Speaker - Mother', '', 'Engineer', ''],
    ['Engineer | fintech and ...', 'Experience: Quipu Works', 'Engineer', 'Quipu Works'],
    ['Engineer at Quipu ...', 'Experience: Quipu Works', 'Engineer', 'Quipu Works'],
    ['Engineer at Quipu ...', 'Experience: Fernhollow Bank', 'Engineer', ''],
    ['Former engineer at Quipu Works', '', '', ''],
    ['Quipu Works', 'Experience: Quipu Works', '', 'Quipu Works'],
    ['Larkmoor Institute', 'Experience: Quipu Works · Education: Larkmoor Institute', '', 'Quipu Works'],
    ['Directora de Producto en Quipu', 'Experiencia: Quipu', 'Directora de Producto', 'Quipu'],
    ['Leiter Daten bei Quipu GmbH', 'Berufserfahrung: Quipu GmbH', 'Leiter Daten', 'Quipu GmbH'],
    ['Especialista en Marketing', 'Experiencia: Quipu', 'Especialista en Marketing', 'Quipu'],
    ['Fundadora de Quipu', 'Experiencia: Quipu', 'Fundadora de Quipu', 'Quipu'],
    ['Looking for new opportunities', 'Experience: Quipu Works', '', 'Quipu Works'],
    ['Actively seeking a new role', 'Experience: Quipu Works', '', 'Quipu Works'],
    ['Directora de Producto en Quipu - Quipu', '', 'Directora de Producto', 'Quipu'],
    ['Open to work', '', '', ''],
  ])('in "%s", "%s" is "%s" at "%s"', (headline, snippet, title, company) => {
    const read = readResult({ title: `Ada Quispe - ${headline}`, snippet }, criteria);
    expect(read.currentPosition).toEqual({ title, company });
  });
});

describe('a sentence', () => {
  const read = (snippet: string) => {
    const { location, education } = readResult({ title: 'Ada Quispe - Poet', snippet }, criteria);
    return { location, school: education.school };
  };

  it.each([
    [
      'British, based in London. Studied Computer Science at University of Oxford (MSc).',
      'London',
      'University of Oxford',
    ],
    ['Canadian living in São Paulo, Brazil.', 'São Paulo, Brazil', ''],
    ['Poet who lives in Washington, D.C. with two cats', 'Washington, D.C.', ''],
    [
      'Now based in New York City. Graduated from Dartmouth College in 2012.',
      'New York City',
      'Dartmouth College',
    ],
    ['Law student at University of California · 500+ connections', '', 'University of California'],
    ['Studied at Politecnico di Milano.', '', 'Politecnico di Milano'],
    ['Studied at Larkmoor Institute until 2014.', '', 'Larkmoor Institute'],
    ['Studied at Larkmoor Institute from 2010 to 2014.', '', 'Larkmoor Institute'],
    ['Studied at Humboldt-Universität zu Berlin.', '', 'Humboldt-Universität'],
    ['Based in London. · Location: Lima · Education: Larkmoor Institute', 'Lima', 'Larkmoor Institute'],
  ])('shows where someone lives and studied: %s', (snippet, location, school) => {
    expect(read(snippet)).toEqual({ location, school });
  });

  it.each([
    'Lived in London until 2019.',
    'Based in London until 2019.',
    'I do not live in London.',
    'PhD working at Larkmoor Institute.',
    'Helps people living in Peru.',
    'Founder of a startup based in Berlin.',
    'Formerly based in Berlin.',
    'Living in Style.',
    'Based in New ...',
    'Guest lecturer at University of Oxford.',
    'Studied law while working at Larkmoor Institute.',
    'Studied at California Institute of ...',
    'Studied at École normale supérieure.',
    'Born and raised in Lima, Peru.',
  ])('shows neither: %s', (snippet) => {
    expect(read(snippet)).toEqual({ location: '', school: '' });
  });
});

describe('tags', () => {
  const tagsOf = (title: string, snippet: string, more: object) =>
    readResult({ title, snippet }, { ...criteria, ...more }).tags;

  it('list each mentioned alternative separately', () => {
    expect(
      tagsOf('Ada Quispe - Poet', 'MBA, loves robotics', { education: 'University of Oxford or MBA' }),
    ).toEqual(['MBA', 'robotics']);
  });

  it('ignore LinkedIn’s boilerplate', () => {
    const snippet =
      'Poet. 7 connections on LinkedIn. View Ada’s profile on LinkedIn, a professional community.';
    expect(
      tagsOf('Ada Quispe - Poet | LinkedIn', snippet, { experience: ['LinkedIn', 'community'] }),
    ).toEqual([]);
  });

  it('ignore the person’s name', () => {
    expect(tagsOf('Ada Stanford - Poet', 'Poet', { education: 'Stanford' })).toEqual([]);
  });
});

describe('the labels of a page in another language', () => {
  const German: Page = [
    'Research Fellow',
    'Berufserfahrung: University of Oxford · Ausbildung: Larkmoor Institute · Ort: Madrid, Spanien',
  ];
  const French: Page = [
    'Avocate au barreau de Paris',
    'Expérience : Quipu Works · Formation : Larkmoor Institute · Lieu : Lyon',
  ];

  it.each<[subject: Criterion['subject'], text: string, page: Page, quote: string, expected: object]>([
    ['education', 'University of Oxford', German, 'University of Oxford', ['unclear', 0]],
    ['education', 'Larkmoor Institute', German, 'Larkmoor Institute', ['met', 1]],
    ['location', 'Madrid', German, 'Madrid', ['met', 1]],
    ['location', 'Berlin', [German[0], `Berlin, ${German[1]}`], 'Berlin', ['notMet', 1]],
    ['location', 'Paris', French, 'Paris', ['notMet', 1]],
    ['location', 'Lyon', French, 'Lyon', ['met', 1]],
    ['location', 'Netherlands', ['Clerk', 'Locatie: Zaandam, Nederland'], 'Zaandam, Nederland', ['met', 1]],
    ['location', 'Tokyo', ['Clerk', '所在地：東京都, 日本'], '東京都', ['met', 1]],
    ['location', 'Japan', ['Clerk', '学歴: 東京大学'], '東京大学', ['unclear', 0]],
    ['location', 'Seoul', ['Clerk', '지역: 서울특별시, 대한민국'], '서울특별시', ['met', 1]],
    ['location', 'Sweden', ['Clerk', 'Plats: Nacka, Sverige'], 'Nacka, Sverige', ['met', 1]],
    ['education', 'Malmö högskola', ['Clerk', 'Utbildning: Malmö högskola'], 'Malmö högskola', ['met', 1]],
  ])('identify what follows them: %s %s', (subject, text, page, quote, expected) => {
    expect(judge(subject, text, page, quote)).toEqual(expected);
  });
});
