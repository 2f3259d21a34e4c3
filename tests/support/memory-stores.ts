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

/** Counters in memory. Without a clock none expires. */
export function memoryQuotas(clock = () => 0): Pick<Quotas, 'take' | 'giveBack'> {
  const counts = new Map<string, { taken: number; expiresAt: number }>();
  const countOf = (name: string) => {
    const { taken = 0, expiresAt = 0 } = counts.get(name) ?? {};
    return expiresAt > clock() ? taken : 0;
  };
  return {
    async take({ quotas, expiresAt }) {
      const full = quotas.find(({ name, limit }) => countOf(name) >= limit);
      if (full) return { taken: false, full };
      for (const { name } of quotas) counts.set(name, { taken: countOf(name) + 1, expiresAt });
      return { taken: true };
    },
    async giveBack({ quotas }) {
      for (const { name } of quotas) {
        const counter = counts.get(name);
        if (counter) counter.taken = Math.max(0, counter.taken - 1);
      }
    },
  };
}

/** Slots in memory. Without a clock none expires. */
export function memorySlots(clock = () => 0): Slots {
  const held = new Map<string, Map<string, number>>();
  return {
    async take({ name, holder, atOnce, until }) {
      const live = [...(held.get(name) ?? [])].filter(([, expiry]) => expiry > clock());
      const own = new Map(live);
      if (!own.has(holder) && own.size >= atOnce) return false;
      held.set(name, own.set(holder, until));
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
