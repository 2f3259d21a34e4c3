import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { Button, buttonClass, Icon, IconButton } from '#web/ui/index.ts';
import { ARROW_UP_RIGHT, USER_OFF } from '#web/ui/lazy-icons.ts';
import type { RankedProfile } from './ranking.ts';
import { MatchLine } from './score.tsx';

/** The actions of a person's card. */
export interface CardControls {
  hide: (profile: DisplayProfile, byKeyboard: boolean) => void;
  verify: (profile: DisplayProfile) => void;
}

interface FooterProps extends Pick<RankedProfile, 'profile' | 'isScored'> {
  controls: CardControls | undefined;
  canVerify: boolean;
  /** The button that copies the person's details. */
  copy: ReactNode;
  /** Further actions, with text labels. */
  children: ReactNode;
}

/** The match, and the actions on the person. A lookup costs money, so it is confirmed first. */
export function Footer({ profile, isScored, controls, canVerify, copy, children }: FooterProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <footer className="relative mt-4">
      {/* On a narrow card the labelled actions wrap onto their own line, all together. */}
      <div className="flex min-h-12 flex-wrap items-center justify-end py-1.5 ps-gutter pe-2">
        {isScored && (
          <span className="me-auto pe-2">
            <MatchLine score={profile.relevanceScore} />
          </span>
        )}
        <span className="flex">
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
          {copy}
        </span>
        <span className="flex flex-wrap items-center justify-end">
          {children}
          {canVerify && (
            <Button
              variant="plain"
              size="small"
              data-print="hide"
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
              className={TIGHT_PADDING}
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

export const ON_DEMAND =
  'opacity-0 transition-[opacity,background-color,color] touch:opacity-100 group-focus-within/card:opacity-100 group-hover/card:opacity-100';

/** So that a phone fits all of them on one line, even once 'Verify' is added, and the narrowest fits the labelled ones on one. */
const TIGHT_PADDING = '@max-phone:px-1.5';

function VerifyQuestion({ onVerify, onClose }: { onVerify: () => void; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const textId = useId();
  useLayoutEffect(() => button.current?.focus(), []);
  // The focused button is about to disappear, and the card will show the result.
  const focusCard = () => button.current?.closest('article')?.focus();
  const close = () => {
    focusCard();
    onClose();
  };
  const verify = () => {
    focusCard();
    onVerify();
  };
  return (
    <section
      aria-label="Verify"
      data-print="hide"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise Escape would also stop a search.
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
        <Button ref={button} size="small" aria-describedby={textId} onClick={verify}>
          Verify now
        </Button>
      </span>
    </section>
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
      className={buttonClass({ variant: 'plain', size: 'small', className: TIGHT_PADDING })}
    >
      <span className="print:hidden">View Profile</span>
      <Icon name={ARROW_UP_RIGHT} size={14} className="@max-phone:hidden text-ink-subtle print:hidden" />
    </a>
  );
}

/** The profile's URL on paper, for views without a card's footer. */
export function PrintedAddress({ profile }: { profile: DisplayProfile }) {
  const url = canonicalProfileUrl(profile.profileUrl);
  return (
    url && (
      <a href={url} data-print="show" className="hidden text-caption text-ink-muted">
        {url}
      </a>
    )
  );
}
