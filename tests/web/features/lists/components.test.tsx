import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import { textOf } from '#tests/web/text-of.ts';
import { SavedCard } from '#web/app/lists.tsx';
import { createSession } from '#web/features/chats/create-session.ts';
import { SessionProvider } from '#web/features/chats/index.ts';
import { ExamplesSwitch } from '#web/features/lists/components/examples-switch.tsx';
import { HiddenPeople } from '#web/features/lists/components/hidden-people.tsx';
import { Losses } from '#web/features/lists/components/list-dialogs.tsx';
import { ListLinks, Overview } from '#web/features/lists/components/list-overview.tsx';
import { OriginList } from '#web/features/lists/components/origins.tsx';
import { PersonPanel } from '#web/features/lists/components/person-panel.tsx';
import { PersonRow } from '#web/features/lists/components/person-row.tsx';
import { readHidden, useHiddenPeople } from '#web/features/lists/hidden-people.ts';
import { useExamples } from '#web/features/lists/use-lists.ts';
import { searchesOver } from '#web/features/search/index.ts';
import { createApi } from '#web/lib/create-api.ts';
import { dayOf } from '#web/lib/format.ts';
import { listedOf, profileOf, savedOf, urlOf } from './samples.ts';

/** In seconds. */
const DAY = 86_400;

const api = createApi({ fetch: () => Promise.reject(new Error('not asked')) });

/** A session whose lists have been read. */
function sessionWith(people: Parameters<typeof listedOf>[0][], userId = 'ada') {
  const session = createSession({
    userId,
    api,
    openStore: () => Promise.reject(new Error('not asked')),
    searches: searchesOver(api),
    storage: undefined,
  });
  const hidden = { size: people.length, members: new Set(people.map(urlOf)) };
  session.queries.setQueryData(['lists'], { lists: [], hidden });
  session.queries.setQueryData(
    ['people', HIDDEN_LIST_ID],
    people.map((number) => listedOf(number)),
  );
  return session;
}

const Hidden = () => <p>{useHiddenPeople().urls.join(' ')}</p>;
const Examples = () => <p>{useExamples('chat_one', [urlOf(1)]).length}</p>;

describe('an account’s hidden people', () => {
  it('are known by canonical profile URL, newest last', () => {
    const html = renderToStaticMarkup(
      <SessionProvider session={sessionWith([2, 1])}>
        <Hidden />
      </SessionProvider>,
    );
    expect(html).toBe(`<p>${urlOf(1)} ${urlOf(2)}</p>`);
  });

  it('are reported as incomplete when the list is damaged, even if it is empty', () => {
    const session = sessionWith([]);
    const heading = { current: null };
    const drawn = (people: Parameters<typeof HiddenPeople>[0]['people'] = []) =>
      renderToStaticMarkup(
        <Router ssrPath="/lists">
          <SessionProvider session={session}>
            <Overview lists={[]} heading={heading} />
            <ListLinks lists={[]} openId="list_other" />
            <HiddenPeople people={people} heading={heading} />
          </SessionProvider>
        </Router>,
      );
    expect(drawn()).not.toContain('damaged');
    expect(drawn()).not.toContain('/lists/list_hidden');
    expect(drawn()).toContain('Nobody is hidden.');
    session.queries.setQueryData(['lists'], {
      lists: [],
      hidden: { size: 0, members: new Set(), isDamaged: true },
    });
    expect(drawn()).toContain('0 people · damaged');
    // In the overview, and next to an open list.
    expect(drawn().match(/href="\/lists\/list_hidden"/g)).toHaveLength(2);
    expect(drawn()).toMatch(/role="alert".*This list is damaged:.*Ask whoever runs this site to repair/);
    expect(drawn()).not.toContain('Nobody is hidden.');
    expect(drawn()).not.toContain('stay hidden');
    expect(drawn([listedOf(1)])).toContain('Those below stay hidden.');
  });

  it.each([
    ['ada', 'Kept in your account.', 'in your account.'],
    [
      ANONYMOUS_USER_ID,
      'Known in this browser only.',
      'in this browser. Sign in to have them on every device.',
    ],
  ])('are shown again one by one or all at once, as those of %s', (userId, place, listsPlace) => {
    const heading = { current: null };
    const draw = (numbers: readonly number[]) =>
      textOf(
        renderToStaticMarkup(
          <Router ssrPath="/lists">
            <SessionProvider session={sessionWith([...numbers], userId)}>
              <Overview lists={[]} heading={heading} />
              <HiddenPeople people={numbers.map((number) => listedOf(number))} heading={heading} />
            </SessionProvider>
          </Router>,
        ),
      );
    expect(draw([1])).toMatch(/Ñusta Quispe 1 .*Show again$/);
    expect(draw([1, 2])).toMatch(/Ñusta Quispe 1 .*Ñusta Quispe 2 .*Show all 2 again$/);
    expect(draw([1])).toContain(place);
    expect(draw([1])).toContain(`People you saved from answers, ${listsPlace}`);
  });

  it('are known to searches', async () => {
    expect(await readHidden(sessionWith([2, 1]))).toEqual([urlOf(1), urlOf(2)]);
    expect(await readHidden(sessionWith([]))).toEqual([]);
  });
});

it('the link to the open list is marked', () => {
  const [one, two] = ['list_one', 'list_two'].map((id) => ({
    ...{ id, name: id, size: 0, members: new Set<string>(), createdAt: at(1), updatedAt: at(1) },
  }));
  const html = renderToStaticMarkup(
    <Router ssrPath="/lists/list_two">
      <SessionProvider session={sessionWith([])}>
        <ListLinks lists={one && two ? [one, two] : []} openId="list_two" />
      </SessionProvider>
    </Router>,
  );
  expect(html.match(/<a [^>]*aria-current="page"[^>]*>/g)).toEqual([
    expect.stringContaining('href="/lists/list_two"'),
  ]);
});

const actions = {
  onOpen: () => undefined,
  onStatus: async () => true,
  onRate: async () => true,
  onNote: () => undefined,
  onRemove: () => undefined,
  onWriting: () => undefined,
};

describe('a row of a list', () => {
  const draw = (person: Partial<ListedPerson>, isOpen = false) =>
    renderToStaticMarkup(
      <Router ssrPath="/lists">
        <PersonRow
          {...{ listId: 'list_1', statuses: [], isReachable: true, isOpen, isWriting: false }}
          person={listedOf(1, person)}
          {...actions}
        />
      </Router>,
    );
  const ratings = (rating?: 'good' | 'bad') =>
    ['Good', 'Bad'].map(
      (name) =>
        /aria-pressed="(.*?)"/.exec(
          draw(rating ? { rating } : {}).split(`aria-label="${name} match: ${profileOf(1).fullName}"`)[1] ??
            '',
        )?.[1],
    );

  it('shows the rating, whether the person is verified, and whether the profile is open', () => {
    expect(ratings()).toEqual(['false', 'false']);
    expect(ratings('good')).toEqual(['true', 'false']);
    expect(ratings('bad')).toEqual(['false', 'true']);
    expect(draw({})).not.toContain('verified');
    expect(draw({ profile: profileOf(1, { isVerified: true }) })).toContain(', verified');
    expect(draw({})).toContain('aria-expanded="false"');
    expect(draw({}, true)).toContain('aria-expanded="true"');
  });

  it('links to the latest answer by a short form of its request, and counts the others', () => {
    const from = (request: string) => savedOf(1).origins.map((origin) => ({ ...origin, request }));
    const origins = [...savedOf(1, 'two', 3).origins, ...savedOf(1).origins];
    expect(draw({ origins })).toMatch(/<a [^>]*href="\/chat\/chat_two#msg_two"[^>]*>Economists of two<\/a>/);
    expect(textOf(draw({ origins }))).toContain('· and 1 more');
    expect(textOf(draw({}))).not.toContain('more');
    expect(textOf(draw({ origins: from('') }))).toContain('From an answer ,');
    expect(textOf(draw({ origins: from('x'.repeat(60)) }))).toContain(`From ${'x'.repeat(60)} ,`);
    expect(textOf(draw({ origins: from('x'.repeat(61)) }))).toContain(`From ${'x'.repeat(59)}… ,`);
  });

  it('says if the person may not exist', () => {
    expect(textOf(draw({ providers: 'simulated' }))).toContain('· simulated providers');
    expect(textOf(draw({}))).not.toContain('providers');
  });
});

describe('a person who was saved before being scored', () => {
  const unscored = savedOf(1).origins.map((origin) => ({ ...origin, isUnscored: true }));
  const draw = (origins: ListedPerson['origins']) =>
    renderToStaticMarkup(
      <Router ssrPath="/lists">
        <PersonRow
          {...{ listId: 'list_1', statuses: [], isReachable: true, isOpen: false, isWriting: false }}
          person={listedOf(1, { origins })}
          {...actions}
        />
        <OriginList person={listedOf(1, { origins })} />
        <SavedCard person={listedOf(1, { origins })} />
      </Router>,
    );

  it('has no score in the list either', () => {
    expect(draw(savedOf(1).origins)).toMatch(/82%.*· 82% ·.*82%/);
    expect(draw(unscored)).toMatch(/Not scored yet.*· not scored ·.*Not scored yet/);
    expect(draw(unscored)).not.toContain('82%');
  });

  it('is shown with the score of a later answer', () => {
    const later = savedOf(1, 'two', 3).origins;
    expect(draw([...later, ...unscored])).toMatch(/82%.*· 82% ·.*· not scored ·.*82%/);
  });
});

it.each([
  ['the latest answer', [...savedOf(1, 'two', 3 * DAY).origins, ...savedOf(1).origins], at(3 * DAY)],
  ['no answer, when they were added', [], at(DAY)],
])('a profile is dated by its save from %s, whatever was edited since', (_, origins, day) => {
  const html = renderToStaticMarkup(
    <Router ssrPath="/lists">
      <PersonPanel
        Card={SavedCard}
        person={listedOf(1, { origins, addedAt: at(DAY), updatedAt: at(9 * DAY) })}
        isBeside
        opener={{ current: null }}
        onClose={() => undefined}
      />
    </Router>,
  );
  expect(html).toContain(`As saved on ${dayOf(day)}<`);
});

describe('the examples switch', () => {
  const drawAs = (isOn: boolean, ratings: readonly ('good' | 'bad')[]) =>
    renderToStaticMarkup(
      <ExamplesSwitch
        examples={ratings.map((rating, index) => ({ url: urlOf(index), rating }))}
        isOn={isOn}
        onChange={() => undefined}
      />,
    );
  const draw = (...ratings: ('good' | 'bad')[]) => drawAs(false, ratings);

  it('counts good and bad examples and shows whether it is on', () => {
    expect(draw('good', 'good', 'bad', 'good')).toContain('Use your 3 good and 1 bad examples');
    expect(draw('good')).toContain('Use your 1 good example<');
    expect(draw('good', 'bad')).toContain('Use your 1 good and 1 bad examples<');
    for (const isOn of [false, true]) expect(drawAs(isOn, ['good'])).toContain(`aria-checked="${isOn}"`);
  });

  it('is hidden without good examples', () => {
    expect(draw()).toBe('');
    expect(draw('bad')).toBe('');
    const html = renderToStaticMarkup(
      <SessionProvider session={sessionWith([])}>
        <Examples />
      </SessionProvider>,
    );
    expect(html).toBe('<p>0</p>');
  });
});

describe('the question before a list is deleted', () => {
  it.each([
    [0, '“ Divers ” will be gone for good. Nobody is in it.'],
    [
      1,
      '“ Divers ” and the person saved in it, with their status, rating and notes, will be gone for good. The answers they came from stay.',
    ],
    [
      3,
      '“ Divers ” and the 3 people saved in it, with their status, rating and notes, will be gone for good. The answers they came from stay.',
    ],
  ])('says what is lost with %i people', (size, text) => {
    expect(textOf(renderToStaticMarkup(<Losses of={{ name: 'Divers', size }} />))).toBe(text);
  });
});
