import { memo, useId } from 'react';
import { SEARCH_ERRORS } from '#shared/errors.ts';
import { TAGS_ON_A_CARD } from '#shared/limits.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { Badge, buttonClass, Icon } from '#web/ui/index.ts';
import type { RankedProfile } from './ranking.ts';
import { MatchLine, ScoreBadge } from './score.tsx';

/** One person. Whatever came from the web is text, in its own direction of writing. */
export const ProfileCard = memo(function ProfileCard({
  profile,
  rank,
  isScored,
  isImported = false,
}: Pick<RankedProfile, 'profile' | 'rank' | 'isScored'> & { isImported?: boolean }) {
  const nameId = useId();
  return (
    <article
      aria-labelledby={nameId}
      data-print="whole"
      className="flex min-w-0 flex-col overflow-hidden rounded-large border border-line bg-surface shadow-card transition-[border-color] focus-within:border-line-strong hover:border-line-strong"
    >
      <header className="flex items-start gap-3 px-4 pt-4">
        <span aria-hidden="true" className="w-4 pt-0.5 text-ink-subtle text-small tabular-nums">
          {rank}
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 id={nameId} dir="auto" className="text-left font-semibold text-title">
              {profile.fullName}
            </h3>
            {profile.isVerified && (
              <Badge tone="accent">
                <Icon name="verified" size={13} />
                {isImported ? 'Verified, says an imported file' : 'Verified'}
              </Badge>
            )}
          </div>
          <p dir="auto" className="line-clamp-2 text-left text-ink-muted">
            {isBare(profile) ? 'The search found no more than a name.' : profile.headline}
          </p>
          {profile.location.trim() !== '' && (
            <p className="mt-1 flex items-center gap-1 text-ink-subtle text-small">
              <Icon name="pin" size={13} />
              <span dir="auto" className="truncate">
                {profile.location}
              </span>
            </p>
          )}
        </div>
        {isScored ? <ScoreBadge score={profile.relevanceScore} /> : <Badge>Not scored yet</Badge>}
      </header>
      <Facts profile={profile} />
      <p dir="auto" className="mx-4 line-clamp-3 text-ink-muted not-empty:mt-3">
        {profile.summary}
      </p>
      <Verification profile={profile} />
      <Tags tags={profile.tags} />
      <div className="min-h-4 flex-1" />
      <footer className="relative flex min-h-12 items-center justify-between gap-2 py-1.5 ps-4 pe-2">
        {isScored ? <MatchLine score={profile.relevanceScore} /> : <span />}
        <ProfileLink profile={profile} />
      </footer>
    </article>
  );
});

const isBare = ({ headline, summary }: DisplayProfile) => headline.trim() === '' && summary.trim() === '';

/** What came of the verification: its reasoning, or why there was none. */
function Verification({ profile: { isVerified, verificationReasoning = '' } }: { profile: DisplayProfile }) {
  if (isVerified)
    return (
      <p dir="auto" className="mx-4 mt-3 rounded-medium bg-accent-soft px-3 py-2 text-ink text-small">
        <strong className="font-semibold text-accent">Verification:</strong>{' '}
        {verificationReasoning || SEARCH_ERRORS.noReasoning}
      </p>
    );
  if (!verificationReasoning.startsWith(FAILED)) return null;
  return (
    <p dir="auto" className="mx-4 mt-3 rounded-medium bg-well px-3 py-2 text-ink-muted text-small">
      {verificationReasoning}
    </p>
  );
}

const [FAILED = ''] = SEARCH_ERRORS.verificationFailed('\0').split('\0');

function Facts({ profile: { currentPosition, education } }: { profile: DisplayProfile }) {
  const facts = [
    { label: 'Current', text: fact(currentPosition.title, ' · ', currentPosition.company) },
    { label: 'Education', text: fact(education.degree, ' · ', education.school) },
  ].filter(({ text }) => text !== undefined);
  if (facts.length === 0) return null;
  return (
    <dl className="mx-4 mt-3 grid grid-cols-[4.25rem_1fr] gap-x-3 gap-y-1 text-small">
      {facts.map(({ label, text }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-subtle">{label}</dt>
          <dd dir="auto" className="line-clamp-2 text-left">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ProfileLink({ profile }: { profile: DisplayProfile }) {
  const url = canonicalProfileUrl(profile.profileUrl);
  if (url === undefined) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View Profile of ${profile.fullName}, opens in a new tab`}
      data-print="address"
      className={buttonClass({ variant: 'plain', size: 'small' })}
    >
      <span className="print:hidden">View Profile</span>
      <Icon name="arrow-up-right" size={14} className="text-ink-subtle print:hidden" />
    </a>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { shown, hidden } = splitTags(tags);
  if (shown.length === 0) return null;
  return (
    <ul className="mx-4 mt-3 flex flex-wrap items-center gap-1.5">
      {shown.map((tag) => (
        <li
          key={tag}
          dir="auto"
          className="max-w-full truncate rounded-small bg-well px-2 py-0.5 text-caption text-ink-muted"
        >
          {tag}
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.join(', ')} className="text-caption text-ink-subtle tabular-nums">
          +{hidden.length} more
        </li>
      )}
    </ul>
  );
}

/** The tags a card shows and those it only counts; blank and repeated ones are left out. */
export function splitTags(tags: readonly string[]): { shown: readonly string[]; hidden: readonly string[] } {
  const distinct = [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== '');
  return { shown: distinct.slice(0, TAGS_ON_A_CARD), hidden: distinct.slice(TAGS_ON_A_CARD) };
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['', 'unknown', 'not specified', 'not available', 'n/a']);

const saysSomething = (text: string): boolean => !SAYS_NOTHING.has(text.trim().toLowerCase());

/** Two parts of a fact joined by `joiner`, e.g. title and company; undefined unless both say something. */
export function fact(first: string, joiner: string, second: string): string | undefined {
  if (!saysSomething(first) || !saysSomething(second)) return undefined;
  return first.trim() + joiner + second.trim();
}
