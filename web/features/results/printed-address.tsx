import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayProfile } from '#shared/results.ts';

/** The profile's URL, for views that show none on the screen. */
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
