import type { Quotas } from '#functions/store/quotas.ts';
import type { ClaimedState } from '#functions/store/search-item.ts';
import type { SearchLog } from '#functions/store/search-log.ts';
import type { SearchMessages } from '#functions/store/search-messages.ts';
import type { Slots } from '#functions/store/slots.ts';
import type { NumberedEvent } from '#shared/search.ts';

/** The search log in memory: several apps sharing one act as several instances over one database. */
export function memorySearchLog(): SearchLog {
  const searches = new Map<string, ClaimedState & { holder: string; events: Map<number, NumberedEvent> }>();
  return {
    async claim({ search, lease, expiresAt }) {
      const known = searches.get(search.searchId);
      if (known) return { claimed: false, state: known };
      const { holder, leaseUntil } = lease;
      searches.set(search.searchId, {
        search,
        status: 'running',
        stopRequested: false,
        expiresAt,
        holder,
        leaseUntil,
        events: new Map(),
      });
      return { claimed: true };
    },
    async withdraw({ searchId, holder }) {
      if (searches.get(searchId)?.holder === holder) searches.delete(searchId);
    },
    read: async ({ searchId }) => searches.get(searchId),
    async append({ searchId, events }) {
      const logged = searches.get(searchId)?.events;
      for (const event of events) if (!logged?.has(event.id)) logged?.set(event.id, event);
    },
    async list({ searchId, after }) {
      const events = searches.get(searchId)?.events;
      const found: NumberedEvent[] = [];
      for (let id = after + 1; ; id += 1) {
        const event = events?.get(id);
        if (event === undefined) return found;
        found.push(event);
      }
    },
    async renew({ searchId, holder, leaseUntil }) {
      const search = searches.get(searchId);
      if (search?.holder !== holder || search.status === 'ended') return undefined;
      search.leaseUntil = leaseUntil;
      return { stopRequested: search.stopRequested };
    },
    async takeOver({ searchId, holder, now, leaseUntil }) {
      const search = searches.get(searchId);
      if (search?.status !== 'running' || search.leaseUntil >= now) return false;
      Object.assign(search, { holder, leaseUntil, wasTakenOver: true });
      return true;
    },
    async forget({ searchId }) {
      const search = searches.get(searchId);
      if (search?.status !== 'running') return !searches.delete(searchId);
      search.stopRequested = true;
      return true;
    },
    async requestStop({ searchId }) {
      const search = searches.get(searchId);
      if (search?.status !== 'running') return false;
      search.stopRequested = true;
      return true;
    },
    async end({ searchId, holder }) {
      const search = searches.get(searchId);
      if (search?.holder !== holder) return false;
      search.status = 'ended';
      return true;
    },
  };
}

/** Counters in memory. */
export function memoryQuotas(): Pick<Quotas, 'take' | 'giveBack'> {
  const counts = new Map<string, number>();
  const countOf = (name: string) => counts.get(name) ?? 0;
  return {
    async take({ quotas }) {
      const full = quotas.find(({ name, limit }) => countOf(name) >= limit);
      if (full) return { taken: false, full };
      for (const { name } of quotas) counts.set(name, countOf(name) + 1);
      return { taken: true };
    },
    async giveBack({ quotas }) {
      for (const { name } of quotas) counts.set(name, Math.max(0, countOf(name) - 1));
    },
  };
}

/** Slots in memory. */
export function memorySlots(): Slots {
  const held = new Map<string, Set<string>>();
  return {
    async take({ name, holder, atOnce }) {
      const own = held.get(name) ?? new Set();
      if (!own.has(holder) && own.size >= atOnce) return false;
      held.set(name, own.add(holder));
      return true;
    },
    async release({ name, holder }) {
      held.get(name)?.delete(holder);
    },
  };
}

/** Chats that accept every message and keep none. */
export const memorySearchMessages = (): SearchMessages => ({
  open: ({ userMessage }) => ({
    saveUserMessage: async () => ({ status: 'saved', message: userMessage, repeated: false }),
    saveAssistantMessage: async ({ message }) => ({ status: 'saved', message, repeated: false }),
    saveNoAnswer: async () => undefined,
  }),
});
