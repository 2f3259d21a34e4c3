import { memo, type ReactNode, useId, useState } from 'react';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { Badge, CopyButton, classNames, Icon } from '#web/ui/index.ts';
import { PIN, VERIFIED, WARNING } from '#web/ui/lazy-icons.ts';
import { type CardControls, Footer, ON_DEMAND } from './card-footer.tsx';
import { Clamped } from './clamped.tsx';
import { clipOfProfile } from './clips.ts';
import { fact, headlineOf, listed, locationOf, splitTags } from './facts.ts';
import { describeFoundBy } from './found-by.ts';
import type { ShownProfile } from './ranking.ts';
import { ScoreBadge } from './score.tsx';
import { VerdictList } from './verdict-list.tsx';
import { describeVerified, isVerifiedByImport, judge, NO_LONGER, warningsOn } from './verdicts.ts';
import { Verification } from './verification.tsx';

interface ProfileCardProps
  extends Pick<ShownProfile, 'profile' | 'isScored' | 'isFallen'>,
    Pick<DisplayData, 'criteria' | 'profileProvider' | 'isImported'> {
  /** Undefined for a card that is shown on its own. */
  rank: number | undefined;
  controls?: CardControls | undefined;
  /** Whether the person can be looked up at the moment. */
  canVerify?: boolean | undefined;
  /** Shows the verdicts' evidence initially. */
  showsEvidence?: boolean;
  /** Further actions on the card; must be the same function for as long as it renders the same. */
  actions?: ((profile: DisplayProfile) => ReactNode) | undefined;
}

/** One person. Everything that came from the web is rendered as text, in its own writing direction. */
export const ProfileCard = memo(function ProfileCard({
  profile,
  rank,
  isScored,
  isFallen,
  criteria,
  profileProvider,
  isImported,
  controls,
  canVerify = false,
  showsEvidence = false,
  actions,
}: ProfileCardProps) {
  const nameId = useId();
  const aboutId = useId();
  const headline = headlineOf(profile);
  const location = locationOf(profile);
  const summary = profile.summary.trim();
  const judged = judge(criteria, profile);
  const facts = factsOn(profile);
  const isOnlyName =
    [headline, location, summary].every((text) => text === '') &&
    facts.length === 0 &&
    splitTags(profile.tags).shown.length === 0 &&
    judged.every(({ verdict }) => verdict.verdict === 'unclear');
  return (
    <article
      tabIndex={-1}
      aria-labelledby={nameId}
      aria-describedby={aboutId}
      data-print="whole"
      className="group/card flex min-w-0 flex-col overflow-hidden rounded-large border border-line bg-surface shadow-card transition-[border-color] focus-within:border-line-strong hover:border-line-strong"
    >
      {/* Only the name makes room for the score. */}
      <header
        className={classNames(
          'grid gap-x-3 px-gutter pt-4',
          rank === undefined
            ? 'grid-cols-[minmax(0,1fr)_auto]'
            : 'grid-cols-[1rem_minmax(0,1fr)_auto] @max-tiny:grid-cols-[minmax(0,1fr)_auto]',
        )}
      >
        {rank !== undefined && (
          <span aria-hidden="true" className="pt-0.5 text-ink-subtle text-small tabular-nums">
            {rank}
          </span>
        )}
        <div className="@max-tiny:order-last @max-tiny:col-span-full flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 self-start">
          <h3 id={nameId} dir="auto" className="text-left font-semibold text-title">
            {profile.fullName}
          </h3>
          {profile.isVerified && (
            // May wrap onto a second line, which other badges never need.
            <span className="inline-flex min-h-5.5 items-center gap-1 rounded-full bg-accent-soft px-2 font-medium text-accent text-caption tabular-nums">
              <Icon name={VERIFIED} size={13} />
              {describeVerified(judged, isVerifiedByImport({ profile, isImported }))}
            </span>
          )}
          {isFallen && <Badge>{NO_LONGER}</Badge>}
        </div>
        <div className="col-end-[-1] justify-self-end">
          {isScored ? <ScoreBadge score={profile.relevanceScore} /> : <Badge>Not scored yet</Badge>}
        </div>
        <div
          className={classNames(
            'min-w-0 @max-tiny:order-last @max-tiny:col-span-full',
            rank === undefined ? 'col-span-full' : 'col-span-2 col-start-2 @max-tiny:col-start-1',
          )}
        >
          {headline !== '' && (
            <Clamped
              id={aboutId}
              text={headline}
              what="headline"
              name={profile.fullName}
              lines={2}
              className="text-left text-ink-muted"
            />
          )}
          {isOnlyName && (
            <p id={aboutId} className="text-ink-muted">
              The search found only a name.
            </p>
          )}
          {location !== '' && (
            <div className="mt-1 flex items-start gap-1 text-ink-subtle text-small">
              <Icon name={PIN} size={13} className="mt-0.75" />
              <Clamped
                text={location}
                what="place"
                name={profile.fullName}
                lines={2}
                className="min-w-0 flex-1 text-left"
              />
            </div>
          )}
          {profile.foundBy && (
            <p dir="auto" className="mt-1 text-left text-caption text-ink-subtle">
              {describeFoundBy(profile.foundBy)}
            </p>
          )}
          {profile.likeExamples && (
            <p dir="auto" className="mt-1 text-left text-caption text-ink-subtle">
              Like your good examples: {profile.likeExamples.join(', ')}
            </p>
          )}
        </div>
      </header>
      <Facts name={profile.fullName} facts={facts} />
      <VerdictList judged={judged} profile={profile} showsEvidence={showsEvidence} />
      {summary !== '' && (
        <Clamped
          text={summary}
          what="summary"
          name={profile.fullName}
          lines={3}
          className="mx-gutter mt-3 text-ink-muted"
        />
      )}
      {profile.scoreReason !== undefined && (
        <Clamped
          lead={<strong className="font-semibold text-ink">Why this score:</strong>}
          text={profile.scoreReason}
          what="reason"
          name={profile.fullName}
          lines={3}
          className="mx-gutter mt-2 text-ink-muted text-small"
        />
      )}
      <Verification profile={profile} />
      <Warnings>{warningsOn(profile, { profileProvider })}</Warnings>
      <Tags profile={profile} />
      <Footer
        profile={profile}
        isScored={isScored}
        controls={controls}
        canVerify={canVerify && !profile.isVerified}
        copy={
          <CopyButton
            label={`Copy ${profile.fullName}`}
            clip={() => clipOfProfile({ profile, isScored, isFallen, criteria })}
            className={ON_DEMAND}
          />
        }
      >
        {actions?.(profile)}
      </Footer>
    </article>
  );
});

function Warnings({ children: warnings }: { children: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="mx-gutter mt-3 flex flex-col gap-1 rounded-medium bg-well px-3 py-2 text-ink-muted text-small">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <Icon name={WARNING} size={14} className="mt-0.75" />
          {warning}
        </li>
      ))}
    </ul>
  );
}

interface Fact {
  label: string;
  text: string;
}

/** The facts below a card's header that are known. */
const factsOn = ({ currentPosition, education, languages, certificates }: DisplayProfile): readonly Fact[] =>
  [
    { label: 'Current', text: fact(currentPosition.title, currentPosition.company) ?? '' },
    { label: 'Education', text: fact(education.degree, education.school) ?? '' },
    { label: 'Languages', text: listed(languages) },
    { label: 'Certificates', text: listed(certificates) },
  ].filter(({ text }) => text !== '');

function Facts({ name, facts }: { name: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="mx-gutter mt-3 grid @max-tiny:grid-cols-1 grid-cols-[minmax(4.25rem,max-content)_1fr] gap-x-3 gap-y-1 text-small">
      {facts.map(({ label, text }) => (
        <div key={label} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-ink-subtle">{label}</dt>
          <dd className="min-w-0">
            <Clamped text={text} what={label.toLowerCase()} name={name} lines={2} className="text-left" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The first few tags; a button shows the rest. */
function Tags({ profile: { tags, fullName } }: { profile: DisplayProfile }) {
  const [isOpen, setOpen] = useState(false);
  const { shown, hidden } = splitTags(tags);
  if (shown.length === 0) return null;
  return (
    <ul className="mx-gutter mt-3 flex flex-wrap items-center gap-1.5">
      {[...shown, ...hidden].map((tag, index) => (
        <Tag key={tag} isFolded={!isOpen && index >= shown.length}>
          {tag}
        </Tag>
      ))}
      {hidden.length > 0 && (
        <li data-print="hide">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="relative min-h-6 rounded-small px-1 text-caption text-ink-subtle tabular-nums hover:text-ink hover:underline touch:before:absolute touch:before:-inset-2.5"
          >
            {isOpen ? 'Fewer' : `+${hidden.length} more`}
            <span className="sr-only"> tags: {fullName}</span>
          </button>
        </li>
      )}
    </ul>
  );
}

function Tag({ isFolded, children }: { isFolded: boolean; children: string }) {
  return (
    <li
      dir="auto"
      data-print={isFolded ? 'show' : undefined}
      className={classNames(
        'rounded-small bg-well px-2 py-0.5 text-caption text-ink-muted',
        isFolded && 'hidden',
      )}
    >
      {children}
    </li>
  );
}
