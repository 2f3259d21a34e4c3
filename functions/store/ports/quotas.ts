/** One thing that is counted, such as the deep searches of one person on one day. */
export interface Quota {
  /** What is counted, e.g. `deep:account:<id>:2026-11-21`; names nobody by address or e-mail. */
  name: string;
  /** How many there may be; 0 allows none. */
  limit: number;
}

/** Counters that pass exactly their limit, however many ask at once. Every method throws StoreError when storing fails. */
export interface Quotas {
  /** Counts one in every quota, or in none: then `full` is the first that is used up. */
  take(options: {
    quotas: readonly Quota[];
    /** When the counters may be forgotten, in milliseconds since 1970. */
    expiresAt: number;
    signal?: AbortSignal;
  }): Promise<{ taken: true } | { taken: false; full: Quota }>;
  /** Takes one back, e.g. for a search that could not begin. */
  giveBack(options: { quotas: readonly Quota[]; signal?: AbortSignal }): Promise<void>;
}

/** How many searches a person runs at once. */
export interface RunningSlots {
  /** False when all slots are held. A slot whose time is over counts as free. Asking again for the same search is granted again. */
  take(options: {
    person: string;
    searchId: string;
    slots: number;
    /** Until when the slot is held at the longest, in milliseconds since 1970. */
    until: number;
    signal?: AbortSignal;
  }): Promise<boolean>;
  release(options: { person: string; searchId: string; signal?: AbortSignal }): Promise<void>;
}
