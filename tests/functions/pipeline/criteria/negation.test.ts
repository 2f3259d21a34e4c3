import { describe, expect, it } from 'vitest';
import { readCriteria, targetOf } from '#functions/pipeline/criteria/criteria.ts';
import { listed, read, type Target } from './read-request.ts';

describe('the criteria of a request', () => {
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
    'no more than 10 years of experience',
    'Not more than 10 years of Java',
    'no less than 5 years',
    'no fewer than three years in tax',
    'nicht mehr als 10 Jahre Erfahrung',
    'nicht weniger als 5 Jahre',
    'no más de 10 años de experiencia',
    'no menos de 5 años',
  ])('ask for a limit that begins like an exclusion: %s', (text) => {
    expect(listed(read(`nurses, ${text}`, { experience: [text] }))).toEqual([`required experience ${text}`]);
  });

  it('exclude what a negation precedes, however much white space is between them', () => {
    for (const gap of [' '.repeat(400), '\n'.repeat(400)])
      for (const target of [{ experience: ['Deloitte'] }, {}])
        expect(listed(read(`consultants, not from${gap}Deloitte`, target))).toEqual([
          'excluded experience Deloitte',
        ]);
    expect(read('engineers, no  PhD  or  MBA  required', {})).toEqual([]);
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

  it.each([
    ['not in Mexico City', 'Mexico', 'excluded location Mexico City'],
    ['engineers, not in Panama City', 'Panama', 'excluded location Panama City'],
    ['engineers, not in Kansas City', 'Kansas', 'excluded location Kansas City'],
    ['English teachers, not in New England', 'England', 'excluded location New England'],
    ['engineers not in New Mexico', 'Mexico', 'excluded location New Mexico'],
    ['nurses, not in Northern Ireland', 'Northern Ireland', 'excluded location Northern Ireland'],
    ['not in Mexico', 'Mexico', 'excluded location Mexico'],
    ['nobody from the Washington DC area', 'Washington', 'excluded location Washington'],
    ['engineers, not in mexico city', 'Mexico', 'excluded location Mexico'],
    ['not in Mexico City or elsewhere in Mexico', 'Mexico', 'excluded location Mexico'],
    ['not in the San Francisco Bay Area', 'San Francisco', 'excluded location San Francisco'],
    ['Entwickler, nicht in Mexiko', 'Mexico', 'excluded location Mexico'],
  ])(
    'exclude no place that the request has only in a longer name: %s, marked %s',
    (request, text, expected) => {
      const excluded = [{ subject: 'location', text } as const];
      expect(listed(read(request, {}, { excluded }))).toEqual([expected]);
    },
  );

  it.each<[request: string, target: Target, expected: string]>([
    ['lawyers outside of New York City', { location: 'New York City' }, 'excluded location New York City'],
    ['lawyers who live outside Germany', {}, 'excluded location Germany'],
    ['lawyers, not currently in Rosenheim', { location: 'Rosenheim' }, 'excluded location Rosenheim'],
    ['lawyers who no longer live in Pisco', { location: 'Pisco' }, 'excluded location Pisco'],
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

  it.each<[request: string, wanted: string[]]>([
    ['Engineers, not at Google, based in Lima or Cusco', ['Lima', 'Cusco']],
    ['Engineers, not at Google, and based in Lima or Cusco', ['Lima', 'Cusco']],
    ['Engineers, not at Google, and in Lima or Cusco', ['Lima', 'Cusco']],
    ['Engineers not Google in Lima or Cusco', ['Lima', 'Cusco']],
    ['Engineers, not at Google, who worked at Meta or Amazon', ['Meta', 'Amazon']],
    ['Engineers who are not at Google, who worked at Meta or Amazon', ['Meta', 'Amazon']],
    ['Engineers, not at Google, currently at Meta or Amazon', ['Meta', 'Amazon']],
    ['Engineers, not at Google, who studied at MIT or Stanford', ['MIT', 'Stanford']],
    ['Lawyers, excluding Google, who speak English, French or German', ['English', 'French', 'German']],
    ['Lawyers, not at Google, people with some real background, Java or Kotlin', ['Java', 'Kotlin']],
    ['Lawyers, not at Google, speaking English or German', ['English', 'German']],
    ['Lawyers, not Google, fluent in English or German', ['English', 'German']],
    ['Lawyers. No Google. English or German', ['English', 'German']],
    ['No Google\nEnglish or German', ['English', 'German']],
    ['Anwälte, nicht bei Google, die Deutsch oder Englisch sprechen', ['Deutsch', 'Englisch']],
    ['Anwälte, die nicht bei Google sind, die Deutsch oder Englisch sprechen', ['Deutsch', 'Englisch']],
    ['Abogados que no están en Google, que hablan inglés o alemán', ['inglés', 'alemán']],
    ['Advogados, não na Google, que falam inglês ou alemão', ['inglês', 'alemão']],
    ['Advogados, não na Google, com Java ou Kotlin', ['Java', 'Kotlin']],
    ['Avocats, pas chez Google, qui parlent anglais ou allemand', ['anglais', 'allemand']],
    ['Avocats, pas chez Google, basés à Lima ou Cusco', ['Lima', 'Cusco']],
  ])('end a negation where a clause about something else begins: %s', (request, wanted) => {
    const criteria = read(request, { experience: ['Google', ...wanted] });
    const excluded = criteria.filter(({ need }) => need === 'excluded').map(({ text }) => text);
    expect(excluded).toEqual([expect.stringMatching(/^(?:currently at )?Google$/)]);
  });

  it.each<[request: string, negated: string[]]>([
    ['nobody who works at Google, Meta or Amazon', ['Google', 'Meta', 'Amazon']],
    ['nobody who works at Google, who worked at Meta or who worked at Amazon', ['Google', 'Meta', 'Amazon']],
    ['not people who worked at Google, Meta or Amazon', ['Google', 'Meta', 'Amazon']],
    ['not working at Google, at Meta or at Amazon', ['Google', 'Meta', 'Amazon']],
    ['no one based in Lima or Cusco', ['Lima', 'Cusco']],
    ['not based in Lima, based in Cusco or based in Quito', ['Lima', 'Cusco', 'Quito']],
    ['neither working at Google nor based in Lima', ['Google', 'Lima']],
    ['not in St. Gallen, Lima or Cusco', ['St. Gallen', 'Lima', 'Cusco']],
    ['not at Google,\nMeta or Amazon', ['Google', 'Meta', 'Amazon']],
    ['not Banco de Chile or Santander', ['Banco de Chile', 'Santander']],
    ['nicht in Peru, der Schweiz oder Österreich', ['Peru', 'Schweiz', 'Österreich']],
    ['nicht die Schweiz, die USA oder Peru', ['Schweiz', 'USA', 'Peru']],
    ['abogados que no trabajan en Google, Meta o Amazon', ['Google', 'Meta', 'Amazon']],
    ['não em Lima, em Cusco ou em Quito', ['Lima', 'Cusco', 'Quito']],
    ['pas chez Google, Meta ou Amazon', ['Google', 'Meta', 'Amazon']],
  ])('continue a negation to the last part of its list: %s', (request, negated) => {
    const criteria = read(request, { experience: negated });
    expect(criteria.map(({ need }) => need)).toEqual(negated.map(() => 'excluded'));
    for (const text of negated)
      expect(criteria.some((each) => each.text.replace('currently at ', '') === text)).toBe(true);
  });

  it('exclude nobody for experience or studies outside a country', () => {
    expect(read('with experience outside the US', {})).toEqual([]);
    expect(read('who studied outside Germany', {})).toEqual([]);
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
    'Google is off limits',
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
