import { LIMITS } from '#shared/limits.ts';
import { profileSlug, profileUrlsIn } from '#shared/linkedin-url.ts';
import { countOf, inDigits } from '#web/lib/format.ts';

/** The length from which the number of characters is shown. */
const LENGTH_SHOWN_FROM = LIMITS.contentLength * 0.9;

interface ComposerNoteProps {
  /** What has been typed. */
  content: string;
  /** Another request is already waiting, so this one cannot be sent. */
  isHeld: boolean;
}

/**
 * Says what matters about a text before it is sent: its length if that is near the limit, the excess if it is over, or the profile that
 * will be looked up, unless the request rejects it.
 */
export function ComposerNote({ content, isHeld }: ComposerNoteProps) {
  const { length } = content;
  const excess = length - LIMITS.contentLength;
  const maxLength = inDigits(LIMITS.contentLength);
  if (excess > 0)
    return (
      <span className="font-medium text-poor">
        This request is {countOf(excess, 'character')} too long. It can have up to {maxLength}.
      </span>
    );
  if (length >= LENGTH_SHOWN_FROM) return `${inDigits(length)} of ${maxLength} characters`;
  if (isHeld) return 'One request is waiting already.';
  return describeLookup(content);
}

/** A person named by a profile's address is looked up, which costs money. */
function describeLookup(content: string): string | undefined {
  const [first] = profileUrlsIn(content);
  const name = first && profileSlug(first.url);
  if (name === undefined) return undefined;
  // Only the search knows whether the request rejects the person: 'remove linkedin.com/in/…'.
  return `Unless this request leaves it out, linkedin.com/in/${name} will be looked up once (1 lookup); its record becomes the criteria.`;
}
