import { describe, expect, it } from 'vitest';
import { whoseRecord } from '#functions/pipeline/evidence/identity.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { recordOf } from '#tests/support/fake-providers.ts';

const url = 'https://www.linkedin.com/in/chaska-%C3%B1ahui-77';
const title = 'Chaska Ñahui Condori - Engineer at Quipu Works | LinkedIn';
const whose = (overrides: Partial<ProfileRecord>, shownTitle = title) =>
  whoseRecord(recordOf(url, { full_name: 'Chaska Ñahui', ...overrides }), { url, title: shownTitle });

describe('a record', () => {
  it.each([
    ['chaska-ñahui-77', 'same'],
    ['Chaska-Ñahui-77', 'same'],
    ['chaska-%C3%B1ahui-77', 'same'],
    ['chaska-%ñahui-77', 'other'],
    ['chaska', 'other'],
    [null, 'unknown'],
    ['', 'unknown'],
    ['../in/chaska-ñahui-77', 'other'],
    ['..%2Fin%2Fchaska-ñahui-77', 'other'],
  ])('with the identifier %s counts as the person’s: %s', (public_identifier, expected) => {
    expect(whose({ public_identifier })).toBe(expected);
  });

  it('is recognised by a former identifier', () => {
    const renamed = { public_identifier: 'chaska-huaman' };
    expect(whose({ ...renamed, former_public_identifiers: ['chaska-ñahui-77'] })).toBe('same');
    expect(whose({ ...renamed, former_public_identifiers: ['somebody-else'] })).toBe('other');
  });

  it('does not match a namesake with another identifier', () => {
    expect(whose({ public_identifier: 'chaska-nahui-3' })).toBe('other');
  });

  it.each([
    ['Bo Berg', 'other'],
    ['Chaska Huamán', 'same'],
    ['C. Ñahui', 'same'],
    ['C. Poma', 'same'],
    ['Часка Ньяуи', 'same'],
    [null, 'same'],
  ])('with the right identifier and the name %s counts as the person’s: %s', (full_name, expected) => {
    expect(
      whose({ public_identifier: 'chaska-ñahui-77', full_name, first_name: null, last_name: null }),
    ).toBe(expected);
  });

  it.each([
    ['Bo', 'Ñahui', 'same'],
    ['Chaska', null, 'same'],
    ['Bo', 'Berg', 'other'],
  ])(
    'without a full name counts by the first name %s and the last name %s: %s',
    (first_name, last_name, expected) => {
      const names = { full_name: null, first_name, last_name };
      expect(whose({ public_identifier: 'chaska-ñahui-77', ...names })).toBe(expected);
    },
  );

  it.each([
    ['C. Ñ. - Engineer | LinkedIn', 'Chaska Huamán'],
    ['| LinkedIn', 'Часка Ньяуи'],
  ])('counts as the person’s if the title shortens or lacks the name: %j', (shownTitle, full_name) => {
    expect(whose({ public_identifier: 'chaska-ñahui-77', full_name }, shownTitle)).toBe('same');
  });
});
