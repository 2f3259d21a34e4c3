import { memo, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { Badge, Button, buttonClass, CopyButton, classNames, Icon, IconButton } from '#web/ui/index.ts';
import { ARROW_UP_RIGHT, PIN, USER_OFF, VERIFIED, WARNING } from '#web/ui/later-icons.ts';
import { Clamped } from './clamped.tsx';
import { clipOfProfile } from './clips.ts';
import { fact, headlineOf, locationOf, splitTags } from './facts.ts';
import type { RankedProfile } from './ranking.ts';
import { MatchLine, percent, ScoreBadge } from './score.tsx';
import { VerdictList } from './verdict-list.tsx';
import { describeVerified, judge, recordDay, warningsOn } from './verdicts.ts';

/** What can be done with a person beside reading. */
export interface CardControls {
  hide: (profile: DisplayProfile, byKeyboard: boolean) => void;
  verify: (profile: DisplayProfile) => void;
}

interface ProfileCardProps
  extends Pick<RankedProfile, 'profile' | 'isScored'>,
    Pick<DisplayData, 'criteria' | 'profileProvider' | 'isImported'> {
  /** Undefined for a card that stands alone. */
  rank: number | undefined;
  /** The answer's own. */
  searchQuery?: string;
  controls?: CardControls | undefined;
  /** The person can be looked up just now. */
  canVerify?: boolean | undefined;
  /** The verdicts' evidence is open to begin with. */
  showsEvidence?: boolean;
  /** What else can be done with the person, among what the card offers; the same function for as long as it draws the same. */
  actions?: ((profile: DisplayProfile) => ReactNode) | undefined;
}

/** One person. Whatever came from the web is text, in its own direction of writing. */
export const ProfileCard = memo(function ProfileCard({
  profile,
  rank,
  isScored,
  criteria,
  profileProvider,
  isImported = false,
  searchQuery,
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
  return (
    <article
      tabIndex={-1}
      aria-labelledby={nameId}
      aria-describedby={aboutId}
      data-print="whole"
      className="group/card flex min-w-0 flex-col overflow-hidden rounded-large border border-line bg-surface shadow-card transition-[border-color] focus-within:border-line-strong hover:border-line-strong"
    >
      <header className="@max-tiny:flex-wrap flex items-start gap-3 px-gutter pt-4">
        {rank !== undefined && (
          <span aria-hidden="true" className="w-4 pt-0.5 text-ink-subtle text-small tabular-nums">
            {rank}
          </span>
        )}
        <div className="@max-tiny:order-last min-w-0 flex-1 @max-tiny:basis-full">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 id={nameId} dir="auto" className="text-left font-semibold text-title">
              {profile.fullName}
            </h3>
            {profile.isVerified && (
              // May have a second line, which other badges never need.
              <span className="inline-flex min-h-5.5 items-center gap-1 rounded-full bg-accent-soft px-2 font-medium text-accent text-caption tabular-nums">
                <Icon name={VERIFIED} size={13} />
                {describeVerified(judged, isImported)}
              </span>
            )}
          </div>
          {headline !== '' && (
            <Clamped
              id={aboutId}
              text={headline}
              what="headline"
              lines={2}
              className="text-left text-ink-muted"
            />
          )}
          {headline === '' && summary === '' && (
            <p id={aboutId} className="text-ink-muted">
              The search found only a name.
            </p>
          )}
          {location !== '' && (
            <div className="mt-1 flex items-start gap-1 text-ink-subtle text-small">
              <Icon name={PIN} size={13} className="mt-0.75" />
              <Clamped text={location} what="place" lines={2} className="min-w-0 flex-1 text-left" />
            </div>
          )}
          {profile.foundBy && (
            <p dir="auto" className="mt-1 text-left text-caption text-ink-subtle">
              {describeFoundBy(profile.foundBy, searchQuery)}
            </p>
          )}
          {profile.likeExamples && (
            <p dir="auto" className="mt-1 text-left text-caption text-ink-subtle">
              Like your good examples: {profile.likeExamples.join(', ')}
            </p>
          )}
        </div>
        {isScored ? <ScoreBadge score={profile.relevanceScore} /> : <Badge>Not scored yet</Badge>}
      </header>
      <Facts profile={profile} />
      <VerdictList judged={judged} profile={profile} showsEvidence={showsEvidence} />
      {summary !== '' && (
        <Clamped text={summary} what="summary" lines={3} className="mx-gutter mt-3 text-ink-muted" />
      )}
      {profile.scoreReason !== undefined && (
        <Clamped
          lead={<strong className="font-semibold text-ink">Why this score:</strong>}
          text={profile.scoreReason}
          what="reason"
          lines={3}
          className="mx-gutter mt-2 text-ink-muted text-small"
        />
      )}
      <Verification profile={profile} />
      <Warnings>{warningsOn(profile, { profileProvider })}</Warnings>
      <Tags tags={profile.tags} />
      <Footer
        profile={profile}
        isScored={isScored}
        controls={controls}
        canVerify={canVerify && !profile.isVerified}
      >
        <CopyButton
          label={`Copy ${profile.fullName}`}
          clip={() => clipOfProfile({ profile, isScored }, criteria)}
          className={ON_DEMAND}
        />
        {actions?.(profile)}
      </Footer>
    </article>
  );
});

const ON_DEMAND =
  'opacity-0 transition-[opacity,background-color,color] touch:opacity-100 group-focus-within/card:opacity-100 group-hover/card:opacity-100';

interface FooterProps extends Pick<ProfileCardProps, 'profile' | 'isScored' | 'controls'> {
  canVerify: boolean;
  children: ReactNode;
}

/** The match, and what can be done with the person. A lookup is paid for: it is said beforehand. */
function Footer({ profile, isScored, controls, canVerify, children }: FooterProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <footer className="relative mt-4">
      <div className="flex min-h-12 @max-tiny:flex-wrap items-center justify-between gap-2 py-1.5 ps-gutter pe-2">
        {isScored ? <MatchLine score={profile.relevanceScore} /> : <span />}
        <span className="flex flex-wrap items-center justify-end">
          {controls && (
            <IconButton
              icon={USER_OFF}
              label={`Not this person: ${profile.fullName}`}
              size="small"
              data-print="hide"
              onClick={({ detail }) => controls.hide(profile, detail === 0)}
              className={ON_DEMAND}
            />
          )}
          {children}
          {canVerify && (
            <Button
              variant="plain"
              size="small"
              data-print="hide"
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
            >
              Verify
              <span className="sr-only"> {profile.fullName}</span>
            </Button>
          )}
          <ProfileLink profile={profile} />
        </span>
      </div>
      {canVerify && isAsking && (
        <VerifyQuestion
          onVerify={() => {
            setAsking(false);
            controls?.verify(profile);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </footer>
  );
}

function VerifyQuestion({ onVerify, onClose }: { onVerify: () => void; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const textId = useId();
  useLayoutEffect(() => button.current?.focus(), []);
  const close = () => {
    button.current?.closest('article')?.focus();
    onClose();
  };
  return (
    <section
      aria-label="Verify"
      data-print="hide"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The same key would stop a search.
        event.stopPropagation();
        close();
      }}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-t py-2 ps-gutter pe-2 text-small"
    >
      <p id={textId} className="text-ink-muted">
        Looks up this profile: 1 lookup and 1 AI call.
      </p>
      <span className="ms-auto flex gap-1">
        <Button variant="quiet" size="small" onClick={close}>
          Cancel
        </Button>
        <Button ref={button} size="small" aria-describedby={textId} onClick={onVerify}>
          Verify now
        </Button>
      </span>
    </section>
  );
}

const PROFILE_PAGES = /\bsite:(?:[a-z]+\.)?linkedin\.com\/in\/?\s*/gi;

/** 'Found on page 3', or with which other search. */
function describeFoundBy(
  { query, page }: NonNullable<DisplayProfile['foundBy']>,
  searchQuery: string | undefined,
): string {
  if (query === searchQuery) return `Found on page ${page}`;
  const words = query.replace(PROFILE_PAGES, '').trim();
  return `Found with ‘${words === '' ? query : words}’${page > 1 ? `, page ${page}` : ''}`;
}

/** What came of the verification: its reasoning, how it moved the score and how old the record is; or why there was none. */
function Verification({ profile }: { profile: DisplayProfile }) {
  const { isVerified, isOtherPerson, verificationReasoning = '', scoreMove } = profile;
  const day = recordDay(profile);
  if (isVerified)
    return (
      <div className="mx-gutter mt-3 flex flex-col gap-1 rounded-medium bg-accent-soft px-3 py-2 text-ink text-small">
        {scoreMove && <ScoreMove {...scoreMove} />}
        <Clamped
          lead={<strong className="font-semibold text-accent">Verification:</strong>}
          text={verificationReasoning || SEARCH_ERRORS.noReasoning}
          what="verification"
          lines={3}
          ground="accent"
        />
        {day !== undefined && <p className="text-caption text-ink-muted tabular-nums">Record of {day}</p>}
      </div>
    );
  // A warning says it.
  if (isOtherPerson || !verificationReasoning.startsWith(FAILED)) return null;
  return (
    <p dir="auto" className="mx-gutter mt-3 rounded-medium bg-well px-3 py-2 text-ink-muted text-small">
      {verificationReasoning}
    </p>
  );
}

function ScoreMove({ from, to, reason }: NonNullable<DisplayProfile['scoreMove']>) {
  return (
    <Clamped
      lead={
        <strong className="font-semibold tabular-nums">
          <span className="sr-only">
            Score from {percent(from)} to {percent(to)}
          </span>
          <span aria-hidden="true" className="inline-flex items-center gap-1">
            {Math.floor(from)}
            <Icon name="arrow-right" size={13} />
            {Math.floor(to)}
          </span>
          :
        </strong>
      }
      text={reason}
      what="change of the score"
      lines={2}
      ground="accent"
    />
  );
}

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

const [FAILED = ''] = SEARCH_ERRORS.verificationFailed('\0').split('\0');

function Facts({ profile: { currentPosition, education } }: { profile: DisplayProfile }) {
  const facts = [
    { label: 'Current', text: fact(currentPosition.title, ' · ', currentPosition.company) ?? '' },
    { label: 'Education', text: fact(education.degree, ' · ', education.school) ?? '' },
  ].filter(({ text }) => text !== '');
  if (facts.length === 0) return null;
  return (
    <dl className="mx-gutter mt-3 grid @max-tiny:grid-cols-1 grid-cols-[4.25rem_1fr] gap-x-3 gap-y-1 text-small">
      {facts.map(({ label, text }) => (
        <div key={label} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-ink-subtle">{label}</dt>
          <dd className="min-w-0">
            <Clamped text={text} what={label.toLowerCase()} lines={2} className="text-left" />
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
      <Icon name={ARROW_UP_RIGHT} size={14} className="text-ink-subtle print:hidden" />
    </a>
  );
}

/** Four of them; a button opens the others. */
function Tags({ tags }: { tags: readonly string[] }) {
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
            <span className="sr-only"> tags</span>
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
