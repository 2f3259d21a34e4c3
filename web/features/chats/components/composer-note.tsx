import { LIMITS } from '#shared/limits.ts';
import { profileSlug, profileUrlsIn } from '#shared/linkedin-url.ts';
import { countOf, inDigits } from '#web/lib/format.ts';

/** Characters from which on it is said how many there are. */
const NEARLY_FULL = LIMITS.contentLength * 0.9;

interface ComposerNoteProps {
  /** What has been typed. */
  content: string;
  /** Another request waits, which this one would have to wait for. */
  isHeld: boolean;
}

/**
 * What there is to know of a text before it is sent: how much of the room it uses, when that is nearly all; by how much it is over it; what
 * will be looked up for it.
 */
export function ComposerNote({ content, isHeld }: ComposerNoteProps) {
  const { length } = content;
  const excess = length - LIMITS.contentLength;
  const most = inDigits(LIMITS.contentLength);
  if (excess > 0)
    return (
      <span className="font-medium text-poor">
        This request is {countOf(excess, 'character')} too long. It can have up to {most}.
      </span>
    );
  if (length >= NEARLY_FULL) return `${inDigits(length)} of ${most} characters`;
  if (isHeld) return 'One request is waiting already.';
  return describeLookup(content);
}

/** Whom a request names by an address: they are looked up, which is paid for. */
function describeLookup(content: string): string | undefined {
  const [first] = profileUrlsIn(content);
  const name = first && profileSlug(first.url);
  if (name === undefined) return undefined;
  return `linkedin.com/in/${name} will be looked up once (1 lookup); its record becomes the criteria.`;
}
