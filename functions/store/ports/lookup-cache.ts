import type { ProfileRecord } from '#shared/profile-record.ts';

/** A remembered answer: the record, or that the provider knew nobody there. */
export interface RememberedLookup {
  record: ProfileRecord | undefined;
}

/** Lookups that were paid for, kept for a while by canonical profile URL. Every method throws StoreError when storing fails. */
export interface LookupCache {
  /** Undefined when nothing is remembered, or not any more. */
  read(options: {
    provider: string;
    profileUrl: string;
    signal?: AbortSignal;
  }): Promise<RememberedLookup | undefined>;
  remember(options: {
    provider: string;
    profileUrl: string;
    lookup: RememberedLookup;
    /** In milliseconds since 1970. */
    expiresAt: number;
    signal?: AbortSignal;
  }): Promise<void>;
  /** Forgets what every provider said of the person; false when nothing was remembered. */
  erase(options: { profileUrl: string; signal?: AbortSignal }): Promise<boolean>;
}
