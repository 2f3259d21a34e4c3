import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { textOf } from '#tests/web/text-of.ts';
import { PeopleTable } from '#web/features/people/people-table.tsx';

it('says of a table from which everybody is taken that nobody is left, whatever filters there are', () => {
  const text = textOf(renderToStaticMarkup(<PeopleTable people={[]} title="Welders in Oslo" />));
  expect(text).toContain('Nobody is left to show.');
  expect(text).not.toContain('filters.');
});
