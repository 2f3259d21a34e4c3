import { describe, expect, it } from 'vitest';
import { targetOf } from '#functions/pipeline/criteria/criteria.ts';
import { withoutOwnExclusions } from '#functions/pipeline/criteria/google-query.ts';
import type { Criterion } from '#shared/criteria.ts';
import { listed, read } from './read-request.ts';

describe('the criteria of a request', () => {
  it('are excluded once, in singular or plural', () => {
    const marks = { excluded: [{ subject: 'experience', text: 'agencies' } as const] };
    expect(listed(read('Developers, no agencies', { profession: 'developer' }, marks))).toEqual([
      'required profession developer',
      'excluded experience agencies',
    ]);
  });

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
    ['hotels, no hostesses', 'excluded experience hostess'],
    ['doctors except surgeons', 'excluded profession surgeon'],
    ['CTOs, not CEOs', 'excluded profession CEO'],
    ['engineers w/o PhD', 'excluded education PhD'],
    ['engineers, not in Berlin, but in Munich or Hamburg', 'excluded location Berlin'],
    ['engineers, not in Berlin, only in Munich or Hamburg', 'excluded location Berlin'],
    ['engineers, not Google but Meta or Amazon', 'excluded experience Google'],
    ['instead of Java, Kotlin or Scala', 'excluded experience Java'],
    ['engineers, exclude students and interns', 'excluded profession student, excluded profession intern'],
    ['engineers, whether or not in Berlin', ''],
    ['engineers in Munich, if not in Berlin', ''],
    ['don’t exclude Google', ''],
    ['Do not exclude Google or Meta, but not Amazon', 'excluded experience Amazon'],
    ['stop excluding Google and Meta', ''],
    ['no need to avoid Google', ''],
    ['I want to exclude Google', 'excluded experience Google'],
    ['lawyers NOT Deloitte NOT KPMG', 'excluded experience Deloitte, excluded experience KPMG'],
    ['lawyers NOT Deloitte AND NOT KPMG', 'excluded experience Deloitte, excluded experience KPMG'],
    ['lawyers not "Deloitte" not "KPMG"', 'excluded experience Deloitte, excluded experience KPMG'],
    ['lawyers, not in Boston or New York', 'excluded location Boston, excluded location New York'],
    [
      'lawyers, not in Berlin, Munich or Hamburg',
      'excluded location Berlin, excluded location Munich, excluded location Hamburg',
    ],
    ['lawyers, not in Boston or at Oxford', 'excluded location Boston, excluded experience Oxford'],
    ['lawyers, not from Google or Oxford', 'excluded experience Google, excluded experience Oxford'],
    ['engineers, no Google or Meta, PhD required', 'excluded experience Google, excluded experience Meta'],
    ['engineers. Off-limits: Google', 'excluded experience Google'],
    [
      'engineers. Off limits: Google, Meta and Amazon',
      'excluded experience Google, excluded experience Meta, excluded experience Amazon',
    ],
    ['Nothing is off limits: Google', ''],
    ['consultants, but only if not at Deloitte', 'excluded experience Deloitte'],
    ['don’t exclude Novartis or Roche', ''],
    ['Do not exclude people in Norway or Sweden', ''],
    ['don’t exclude Google and avoid Meta', 'excluded experience Meta'],
    ['never exclude Google, never Meta', 'excluded experience Meta'],
    ['don’t exclude Google people, except recruiters', 'excluded profession recruiter'],
    ['finance people, no MBAs', 'excluded education MBA'],
    ['finance people, no PhDs', 'excluded education PhD'],
    ['startup people, no VCs.', 'excluded experience VC'],
    ['data scientists, not Germany based', 'excluded location Germany'],
    ['nurses not in Hungary yet', ''],
    ['lawyers who don’t live in Berlin anymore', 'excluded location Berlin'],
    ['lawyers no longer based in Berlin', 'excluded location Berlin'],
    ['lawyers at Google now', ''],
    ['We have no designers right now. Looking for our first designer', ''],
    ['We don’t have Salesforce today; want a Salesforce admin', ''],
    ['We have no MBAs at the moment and want a lawyer with one', ''],
    ['lawyers, not from Manchester City', 'excluded experience Manchester City'],
    ['not only Google now', ''],
    ['not sure Google now hires lawyers', ''],
    ['lawyers who don’t need Java anymore', ''],
    ['I have not found Google lawyers any more', ''],
    ['we are not hiring interns now, lawyers only', ''],
    ['no longer than five years at Google', ''],
    ['lawyers whose client is no longer Google', ''],
    ['lawyers, PhD no longer required', ''],
    ['lawyers at Doctors Without Borders now', ''],
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
    const needs = read(request, { experience }).map(({ need }) => need);
    expect(needs).toEqual(experience.filter(Boolean).map(() => 'excluded'));
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

  it.each<[request: string, marked: string[], excluded: string[]]>([
    ['Former Google engineers who are not currently at Google', ['Google'], ['currently at Google']],
    ['Google engineers who don’t work at Google anymore', ['works at Google'], ['works at Google']],
    ['Google engineers, not now at Google', ['currently working at Google'], ['currently working at Google']],
    ['PMs not currently at Google or Meta', [], ['currently at Google', 'currently at Meta']],
    ['PMs not with Google or Meta anymore', ['Google', 'Meta'], ['currently at Google', 'currently at Meta']],
    ['PMs not at Google or Meta anymore', [], ['currently at Google', 'currently at Meta']],
    ['PMs not at Goldman Sachs anymore', [], ['currently at Goldman Sachs']],
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

  it.each([
    'Former Google engineers who are not currently at Google',
    'engineers who don’t work at Google anymore',
    'engineers who do not work at Google any more',
    'engineers not at Google any longer',
    'engineers, not at Google now',
    'engineers not at Google right now',
    'engineers who aren’t with Google currently',
    'engineers not at Google presently',
    'engineers not at Google today',
    'engineers who no longer work at Google',
    'engineers no longer at Google',
    'engineers not at Google at the moment',
  ])('require a former employer even if current employees are excluded: %s', (request) => {
    expect(listed(read(request, { experience: ['Google'] }))).toEqual([
      'required experience Google',
      'excluded experience currently at Google',
    ]);
  });

  it('exclude a place where people are not at present', () => {
    expect(listed(read('lawyers not currently in Berlin', {}))).toEqual(['excluded location Berlin']);
  });

  it('do not require what the request excludes, even if the model does', () => {
    const result = read('Consultants in Peru, NOT Deloitte', { location: 'Peru', experience: ['Deloitte'] });
    expect(listed(result)).toEqual(['required location Peru', 'excluded experience Deloitte']);
    expect(targetOf(result).experience).toEqual([]);
    expect(listed(read('Engineers', { experience: ['not Google'] }))).toEqual(['excluded experience Google']);
  });
});

it('the list of who is not wanted ends where its bullets do', () => {
  const request = 'We do not want:\n- recruiters\n- agencies\nDevelopers who love Java can apply';
  expect(listed(read(request, {}))).toEqual(['excluded profession recruiter', 'excluded experience agency']);
});
