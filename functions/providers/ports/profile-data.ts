import type { ProfileRecord } from '#shared/profile-record.ts';

/** A source of profile-data records. */
export interface ProfileData {
  /** The profile-data provider's name as people are to read it. */
  readonly label: string;
  /**
   * The record of a canonical profile URL, or undefined where the provider knows nobody there.
   * The record may be another person's: the caller checks.
   * @throws ProviderError; the signal's reason when aborted.
   */
  lookUp(profileUrl: string, signal: AbortSignal): Promise<ProfileRecord | undefined>;
}
