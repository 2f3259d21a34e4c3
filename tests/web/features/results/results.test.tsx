import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { CRITERIA, directory, JUDGED, ODD, OTHER, person, TOP } from '#tests/web/gallery/people.ts';
import { textOf } from '#tests/web/text-of.ts';
import { ProfileCard } from '#web/features/results/profile-card.tsx';
import { Results } from '#web/features/results/results.tsx';

const card = (overrides: Partial<DisplayProfile> = {}) =>
  renderToStaticMarkup(
    <ProfileCard
      profile={person({ id: 'one', fullName: 'Marisol Etcheverry', ...overrides })}
      rank={1}
      isScored
    />,
  );

describe('the directory', () => {
  it('attributes verification to the imported file for an imported answer', () => {
    const data = directory([person({ id: 'one', fullName: 'Marisol Etcheverry', isVerified: true })], true);
    const badge = 'Verified, according to an imported file';
    expect(textOf(renderToStaticMarkup(<Results data={{ ...data, isImported: true }} />))).toContain(badge);
    const plain = textOf(renderToStaticMarkup(<Results data={data} />));
    expect(plain).toContain('1 verified via');
    expect(plain).not.toContain('imported');
  });

  it('suggests what to try next when nobody was found', () => {
    const data = { ...directory([], false), criteria: [...CRITERIA] };
    const text = textOf(renderToStaticMarkup(<Results data={data} />));
    expect(text).toMatch(/What to try next A broader place.*Fewer criteria.*Other words/);
    expect(text).not.toMatch(/found/i);
  });

  it('suggests a more specific request when hardly any criteria were given', () => {
    const advice = /What to try next Say more: what they do, where they are.*Other words/;
    const two = { ...directory([], false), criteria: CRITERIA.slice(0, 2) };
    expect(textOf(renderToStaticMarkup(<Results data={two} />))).toContain('Fewer criteria');
    for (const criteria of [undefined, [], CRITERIA.slice(0, 1)]) {
      const data = { ...directory([], false), criteria: criteria && [...criteria] };
      const text = textOf(renderToStaticMarkup(<Results data={data} />));
      expect(text).toMatch(advice);
      expect(text).not.toContain('Fewer criteria');
    }
  });

  it('gives no advice for a stopped search', () => {
    expect(renderToStaticMarkup(<Results data={directory([], false)} brokenOff />)).toBe('');
  });

  it('is empty while the search is running', () => {
    expect(renderToStaticMarkup(<Results data={directory([], false)} provisional />)).toBe('');
  });

  it('shows top matches with badge and count, and the others collapsed', () => {
    const html = renderToStaticMarkup(<Results data={directory([...TOP, ...OTHER], false)} />);
    const text = textOf(html);
    expect(text).toContain('Top Matches 70%+ relevance 4');
    expect(text).toContain('Other Relevant Profiles 3');
    expect(html).toContain('aria-expanded="false"');
    expect(text).toContain('Showing 7 profile(s)');
    expect(text).not.toContain('verified via');
  });

  it('lists people being added to an answer separately until the search ends', () => {
    const added = OTHER.map((one) => ({ ...one, scoreSource: 'fallback' as const }));
    const data = directory([...TOP, ...added], false);
    const whileRunning = textOf(renderToStaticMarkup(<Results data={data} provisional isContinued />));
    expect(whileRunning).toMatch(/Top Matches 70%\+ relevance 4.*More people so far 3.*Not scored yet/);
    expect(whileRunning).not.toContain('Other Relevant Profiles');
    const unscored = directory(added, false);
    const ofUnscored = textOf(renderToStaticMarkup(<Results data={unscored} provisional isContinued />));
    expect(ofUnscored).toContain('Found so far 3');
    expect(ofUnscored).not.toContain('More people so far');
    const ended = textOf(
      renderToStaticMarkup(<Results data={directory([...TOP, ...OTHER], false)} isContinued />),
    );
    expect(ended).toContain('Other Relevant Profiles 3');
    expect(ended).not.toContain('More people so far');
  });

  it('counts verified people in Deep Research, naming the provider', () => {
    const html = renderToStaticMarkup(<Results data={directory([...TOP, ...OTHER], true)} />);
    expect(textOf(html)).toContain('Showing 7 profile(s) • 2 verified via Enrich Layer');
  });
});

describe('the criteria of an answer', () => {
  const draw = (data: Partial<DisplayData>, props: { provisional?: boolean } = {}) =>
    textOf(renderToStaticMarkup(<Results data={{ ...directory([], false), ...data }} {...props} />));

  it('appear above it, grouped by need, even when nobody was found', () => {
    const asked =
      'Criteria Required lawyer food and beverage Georgetown Law Nice to have Washington, D.C. Excluded Northgate Spirits';
    expect(draw({ criteria: [...CRITERIA] }, { provisional: true })).toBe(asked);
    expect(draw({ criteria: [...CRITERIA] })).toMatch(`${asked} What to try next`);
    expect(draw({ ...directory(JUDGED, true), criteria: [...CRITERIA] })).toMatch(`${asked} Top Matches`);
  });

  it('carry a caution about hiring if sensitive, with alternatives', () => {
    const criteria = [
      { id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' },
      { id: 'c2', subject: 'experience', text: 'under 30', need: 'required' },
    ] as const;
    const caution = (sensitive: string[]) =>
      draw({ criteria: [...criteria], sensitive }, { provisional: true });
    expect(caution(['Peruvian'])).toContain(
      'Nationality (Peruvian): using this for hiring may be unlawful where you are. Consider what the job needs instead: language skills, work permit, local experience.',
    );
    expect(caution(['Peruvian', 'under 30', 'women'])).toMatch(
      /^.*Nationality \(Peruvian\), “under 30”, “women”: using these for hiring .* years of experience, .* qualifications/,
    );
    expect(caution([])).not.toContain('hiring');
  });

  it('come with a note while names are hidden, and with the brief of a long request', () => {
    const text = (props: { areNamesHidden?: boolean; brief?: string }) =>
      textOf(renderToStaticMarkup(<Results data={directory(JUDGED, true)} {...props} />));
    expect(text({ areNamesHidden: true })).toContain('Names, pronouns and profile links are hidden.');
    expect(text({ brief: 'A lawyer.' })).toMatch(/^Criteria Brief .*your request: A lawyer\. Top Matches/);
    expect(text({})).toMatch(/^Top Matches/);
  });

  it('are absent from an answer stored before criteria existed', () => {
    expect(draw(directory(JUDGED, true))).not.toMatch(/Criteria|Evidence|\d of \d met/);
  });
});

describe('the directory with fewer than three top matches', () => {
  const scored = (count: number, relevanceScore: number) =>
    Array.from({ length: count }, (_, index) =>
      person({ id: `${relevanceScore}-${index}`, fullName: 'Marisol Etcheverry', relevanceScore }),
    );
  const draw = (people: readonly DisplayProfile[]) =>
    textOf(renderToStaticMarkup(<Results data={directory(people, false)} />));

  it('shows the six closest matches and collapses the rest', () => {
    const text = draw([...scored(2, 80), ...scored(9, 50)]);
    expect(text).toMatch(/Top Matches 70%\+ relevance 2 .*Closest matches 6 .*Other Relevant Profiles 3/);
    expect(text).not.toContain('No profile reached');
  });

  it('says when nobody is a top match', () => {
    expect(draw(scored(4, 50))).toMatch(/^Closest matches 4 No profile reached 70%\./);
  });

  it('shows no closest matches when there are three top matches', () => {
    expect(draw([...scored(3, 80), ...scored(4, 50)])).not.toContain('Closest matches');
  });
});

describe('people without a score', () => {
  const found = [1, 2].map((number) =>
    person({ id: `${number}`, fullName: 'Marisol Etcheverry', relevanceScore: 90, scoreSource: 'fallback' }),
  );
  const draw = (props: { provisional?: boolean; brokenOff?: boolean }) =>
    textOf(renderToStaticMarkup(<Results data={directory(found, true)} {...props} />));

  it('are listed without a score while the search runs', () => {
    const text = draw({ provisional: true });
    expect(text).toContain('Found so far 2');
    expect(text.match(/Not scored yet/g)).toHaveLength(2);
    expect(text).not.toContain('%');
    expect(text).not.toContain('Nobody was scored yet.');
  });

  it('keep their places among others until everybody is scored', () => {
    const scored = person({
      id: '3',
      fullName: 'Tobias Lindqvist',
      relevanceScore: 95,
      scoreSource: 'model',
    });
    const text = textOf(
      renderToStaticMarkup(<Results data={directory([...found, scored], false)} provisional />),
    );
    expect(text).toMatch(/^Found so far 3 .*Marisol.*Marisol.*3 Tobias Lindqvist 95%/);
  });

  it('are marked as unscored after a stop', () => {
    const text = draw({ brokenOff: true });
    expect(text).toContain('Found so far 2 Nobody was scored yet.');
    expect(text).not.toContain('90%');
  });

  it('show their fallback score in a finished answer', () => {
    expect(draw({})).toContain('Top Matches 70%+ relevance 2');
  });
});

describe('a card of a person compared with criteria', () => {
  const cardOf = (id: string, overrides: Partial<DisplayProfile> = {}) => {
    const profile = JUDGED.find((one) => one.id === id);
    if (profile === undefined) throw new Error(`Nobody is called ${id}`);
    const card = { profile: { ...profile, ...overrides }, criteria: [...CRITERIA], rank: 1, isScored: true };
    return textOf(renderToStaticMarkup(<ProfileCard {...card} profileProvider="Enrich Layer" />));
  };

  it('counts and names the verdicts, and shows each quote with its source', () => {
    const text = cardOf('tobias-lindqvist');
    expect(text).toContain('2 of 5 met · 2 not met · 1 unclear');
    expect(text).toContain(
      'unclear: Georgetown Law not met: Washington, D.C. not met: Not Northgate Spirits',
    );
    expect(text).toMatch(/met: food and beverage Beverage alcohol counsel – search result/);
    expect(text).toMatch(/not met: Washington, D\.C\. · nice to have New York, United States – full profile/);
    expect(text).toMatch(/not met: Not Northgate Spirits Associate General Counsel/);
    expect(text).toContain(
      'Georgetown Law Nothing in the search result or the full profile settles this either way.',
    );
  });

  it('shows what the record contradicts, how it moved the score, and its date', () => {
    const text = cardOf('tobias-lindqvist');
    expect(text).toContain('Verified, 2 criteria not met');
    expect(text).toContain(
      'Score from 88% to 58% 88 58 : the record shows a present role at Northgate Spirits',
    );
    expect(text).toContain('Record of 21 Apr 2026');
    expect(cardOf('marisol-etcheverry')).toMatch(/Verified (?!,)/);
  });

  it('says once that the record belonged to a different person', () => {
    const text = cardOf('amara-okonjo');
    expect(text).toContain('A different person was returned by Enrich Layer; their record was not used.');
    expect(text).not.toContain('Verification failed');
  });

  it('says which AI claims were dropped', () => {
    expect(cardOf('amara-okonjo')).toContain('One AI claim was left out');
    expect(cardOf('pilar-quispe')).toContain(
      'The AI quoted nothing in this profile that supports its claims.',
    );
    expect(cardOf('pilar-quispe')).not.toContain('left out');
    expect(cardOf('marisol-etcheverry')).not.toContain('AI');
  });

  it('says what the person has in common with good examples', () => {
    const like = { likeExamples: ['Beekeeper', 'Plaza Verde'] };
    expect(cardOf('jun-takemura', like)).toContain('Like your good examples: Beekeeper, Plaza Verde');
    expect(cardOf('jun-takemura')).not.toContain('examples');
  });

  it('says that the page hides text', () => {
    expect(cardOf('jun-takemura')).toContain('This page hides text from its readers. It was left out.');
  });

  it('says of an unverified person that only the search result was read', () => {
    expect(cardOf('jun-takemura')).toContain('Nothing in the search result settles these either way.');
  });

  it('treats a missing verdict as unclear', () => {
    expect(cardOf('jun-takemura', { verdicts: [] })).toContain('0 of 5 met · 5 unclear');
  });
});

describe('a profile card', () => {
  it('has rows for languages and certificates if the record lists them', () => {
    const text = textOf(
      card({ languages: ['Quechua', 'Spanish (native or bilingual)', ' '], certificates: ['CFA'] }),
    );
    expect(text).toContain('Languages Quechua · Spanish (native or bilingual) Certificates CFA');
    expect(textOf(card({}))).not.toMatch(/Languages|Certificates/);
  });

  it('says how somebody was found who was not on the first pages of the answer’s query', () => {
    const foundBy = (query: string, page: number) =>
      textOf(
        renderToStaticMarkup(
          <ProfileCard
            profile={person({ id: 'one', fullName: 'Marisol Etcheverry', foundBy: { query, page } })}
            rank={1}
            isScored
          />,
        ),
      );
    expect(foundBy('', 3)).toContain('Found on page 3');
    expect(foundBy('site:pe.linkedin.com/in food law', 1)).toContain('Found with ‘food law’ Current');
    expect(foundBy('food law site:linkedin.com/in/', 2)).toContain('Found with ‘food law’, page 2');
    expect(foundBy('site:linkedin.com/in', 1)).toContain('Found with ‘site:linkedin.com/in’');
    expect(textOf(card())).not.toContain('Found');
  });

  it('says so if only a name is known', () => {
    const only = 'The search found only a name.';
    const profile = person({
      ...{ id: 'one', fullName: 'Marisol Etcheverry', headline: '', summary: ' ', location: 'Unknown' },
      ...{ currentPosition: { title: 'Lawyer', company: '' }, education: { school: '', degree: 'N/A' } },
      ...{ languages: ['N/A'], tags: [' ', 'fintech and'] },
      verdicts: [{ criterionId: 'c1', verdict: 'unclear' }],
    });
    const told = (known: Partial<DisplayProfile>) =>
      textOf(
        renderToStaticMarkup(
          <ProfileCard
            profile={{ ...profile, ...known }}
            rank={1}
            isScored
            criteria={CRITERIA.slice(0, 1)}
          />,
        ),
      );
    expect(told({})).toContain(only);
    const known: Partial<DisplayProfile>[] = [
      { headline: 'Lawyer' },
      { summary: 'Maps reefs.' },
      { location: 'Lima' },
      { currentPosition: { title: 'Lawyer', company: 'Harbor & Vine' } },
      { education: { school: 'PUCP', degree: 'LLB' } },
      { languages: ['Quechua'] },
      { certificates: ['Diving Master'] },
      { tags: ['Reefs'] },
      { verdicts: [{ criterionId: 'c1', verdict: 'notMet', quote: 'Diver', source: 'title' }] },
    ];
    for (const one of known) expect(told(one)).not.toContain(only);
  });

  it('is marked when the person no longer matches', () => {
    const profile = person({ id: 'one', fullName: 'Marisol Etcheverry' });
    const html = renderToStaticMarkup(<ProfileCard profile={profile} rank={1} isScored isFallen />);
    expect(textOf(html)).toContain('Marisol Etcheverry No longer a match');
    expect(textOf(card())).not.toContain('No longer');
  });

  it('hides the tags that it only counts, except on paper', () => {
    const html = card({ tags: ['a', 'b', 'c', 'd', 'e', 'f'] });
    const hidden = [...html.matchAll(/<li[^>]* data-print="show"[^>]*\bhidden"[^>]*>(.)</g)];
    expect(hidden.map(([, tag]) => tag)).toEqual(['e', 'f']);
  });

  it('shows everything the specification asks for', () => {
    const text = textOf(
      card({
        relevanceScore: 84,
        isVerified: true,
        verificationReasoning: 'Degree confirmed.',
        tags: ['a', 'b', 'c', 'd', 'e', 'f'],
      }),
    );
    for (const part of [
      'Marisol Etcheverry',
      'Verified',
      'Counsel for food and beverage companies',
      'Washington, D.C., United States',
      '84%',
      'Senior Associate · Harbor & Vine LLP',
      'Juris Doctor · Georgetown University Law Center',
      'Verification: Degree confirmed.',
      '+2 more',
      'Match: 84%',
      'View Profile',
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each([
    [80, 'good'],
    [79, 'fair'],
    [59, 'poor'],
  ])('marks a score of %s as %s', (relevanceScore, band) => {
    expect(card({ relevanceScore })).toContain(`data-score="${band}"`);
  });

  it('shows both the summary and the reason for the score', () => {
    const text = textOf(card({ summary: 'Writes labels.', scoreReason: 'Names the field.' }));
    expect(text).toContain('Writes labels.');
    expect(text).toContain('Why this score: Names the field.');
  });

  it('hides fields truncated in an old answer', () => {
    const text = textOf(
      card({
        headline: 'Investor - fintech and',
        location: 'University of',
        currentPosition: { title: 'Investor', company: 'fintech and' },
        tags: ['fintech and', 'chess…', 'Food law'],
      }),
    );
    expect(text).toContain('Investor');
    expect(text).toContain('Food law');
    for (const rest of ['fintech', 'University of', 'chess', 'Current']) expect(text).not.toContain(rest);
  });

  it('shows no verification for an unverified person', () => {
    expect(textOf(card({ verificationReasoning: 'Left over' }))).not.toMatch(/Verification:|Left over/);
  });

  it('says that a verification gave no reasoning', () => {
    const text = textOf(card({ isVerified: true, verificationReasoning: '' }));
    expect(text).toContain('Verification: No reasoning provided');
    expect(text).not.toContain('Record of');
  });

  it('says why a person could not be verified', () => {
    const verificationReasoning = 'Verification failed: lookup failed. Using initial assessment.';
    expect(textOf(card({ verificationReasoning }))).toContain(verificationReasoning);
  });

  it('opens the canonical URL in a new tab without an opener', () => {
    const html = card({ profileUrl: 'https://pe.linkedin.com/in/Marisol?utm=1' });
    expect(html).toContain('href="https://www.linkedin.com/in/marisol"');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer"');
  });

  it.each(['javascript:alert(1)', 'https://linkedin.com.evil.example/in/x', 'https://example.com/in/x', ''])(
    'has no link for "%s"',
    (profileUrl) => {
      expect(card({ profileUrl })).not.toContain('<a ');
    },
  );

  it('renders data from the web as text', () => {
    const html = renderToStaticMarkup(<Results data={directory(ODD, true)} />);
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;Food&lt;/b&gt;');
  });
});
