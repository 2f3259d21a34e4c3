import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CRITERIA, directory, JUDGED } from '#tests/web/gallery/people.ts';
import { textOf } from '#tests/web/text-of.ts';
import { Comparison } from '#web/features/people/compare.tsx';
import { type Person, peopleOf } from '#web/features/people/person.ts';

const judged = peopleOf({ ...directory(JUDGED, true), criteria: [...CRITERIA] }, false);
const personNamed = (name: string): Person => {
  const found = judged.find(({ profile }) => profile.fullName.startsWith(name));
  if (found === undefined) throw new Error(`Nobody is called ${name}`);
  return found;
};
const rowsOf = (people: readonly Person[]): string[] =>
  renderToStaticMarkup(<Comparison people={people} />)
    .split('<tr')
    .slice(1)
    .map((row) => textOf(`<tr${row}`));

describe('the comparison of people', () => {
  it('shows scores and facts above the criteria, with each quote and its source', () => {
    const rows = rowsOf([personNamed('Tobias'), personNamed('Amara')]);
    expect(rows.slice(0, 3)).toEqual([
      'Tobias Lindqvist Amara Okonjo',
      expect.stringMatching(/^Score 58% Verified.* 79%$/),
      'Profile View Profile View Profile',
    ]);
    expect(rows.map((row) => row.split(' ')[0])).toEqual(
      expect.arrayContaining(['Headline', 'Place', 'Current', 'Education', 'lawyer', 'Washington,', 'Not']),
    );
    expect(rows.find((row) => row.startsWith('Place'))).toBe(
      'Place New York, United States Chicago, Illinois',
    );
    expect(rows.find((row) => row.startsWith('Not Northgate'))).toMatch(
      /not met: Associate General Counsel at Northgate Spirits full profile unclear:/,
    );
    expect(rows.find((row) => row.startsWith('Washington'))).toContain('nice to have');
  });

  it('omits rows empty for everybody, and marks unknown values in others', () => {
    const rows = rowsOf([personNamed('Jun'), { ...personNamed('Amara'), note: 'Met in Lima' }]);
    expect(rows.find((row) => row.startsWith('Place'))).toBe('Place – not known Chicago, Illinois');
    expect(rows.find((row) => row.startsWith('Note'))).toBe('Note – not known Met in Lima');
    expect(rows.some((row) => row.startsWith('Status'))).toBe(false);
  });

  it('shows languages or certificates if anybody has any', () => {
    const amara = personNamed('Amara');
    const known = { ...amara, profile: { ...amara.profile, languages: ['Igbo', 'French'] } };
    const rows = rowsOf([personNamed('Jun'), known]);
    expect(rows.find((row) => row.startsWith('Languages'))).toBe('Languages – not known Igbo · French');
    expect(rows.some((row) => row.startsWith('Certificates'))).toBe(false);
  });

  it('says why people have their score: by their record, once that was read', () => {
    const because = (person: Person): Person => ({
      ...person,
      profile: {
        ...person.profile,
        scoreReason: 'Names the field',
        verificationReasoning: 'Degree confirmed',
      },
    });
    const rows = rowsOf([because(personNamed('Marisol')), because(personNamed('Jun'))]);
    expect(rows.find((row) => row.startsWith('Why'))).toBe('Why this score Degree confirmed Names the field');
  });

  it('marks who no longer matches', () => {
    const rows = rowsOf([personNamed('Amara'), { ...personNamed('Jun'), isFallen: true }]);
    expect(rows.find((row) => row.startsWith('Score'))).toBe('Score 79% 72% No longer a match');
  });

  it('marks who was not scored, who has no profile page, and who may not exist', () => {
    const jun = personNamed('Jun');
    const unknown: Person = {
      ...{ ...jun, key: 'unknown', isScored: false, providers: 'simulated' },
      profile: { ...jun.profile, profileUrl: '' },
    };
    const rows = rowsOf([jun, unknown]);
    expect(rows.find((row) => row.startsWith('Score'))).toBe('Score 72% Not scored yet');
    expect(rows.find((row) => row.startsWith('Profile'))).toBe('Profile View Profile – not known');
    expect(rows.find((row) => row.startsWith('Providers'))).toBe('Providers – not known simulated');
    expect(rowsOf([unknown]).some((row) => row.startsWith('Profile'))).toBe(false);
  });

  it('merges identical criteria of different answers', () => {
    const elsewhere: Person = {
      ...personNamed('Amara'),
      criteria: [
        // Numbered as the other answer's are.
        { id: 'c2', subject: 'profession', text: 'Lawyer', need: 'required' },
        { id: 'c3', subject: 'interest', text: 'chess', need: 'preferred' },
      ],
    };
    const rows = rowsOf([personNamed('Marisol'), elsewhere]);
    const lawyers = rows.filter((row) => /^lawyer/i.test(row));
    expect(lawyers).toEqual([expect.stringMatching(/^lawyer met: Partner, .* met: Defends packaged-food/)]);
    expect(rows.find((row) => row.startsWith('Georgetown'))).toMatch(/– not asked$/);
    expect(rows.find((row) => row.startsWith('chess'))).toMatch(/– not asked unclear:/);
  });
});
