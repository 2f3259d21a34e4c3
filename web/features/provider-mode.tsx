import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Health, type ProviderMode } from '#shared/health.ts';
import type { Api } from '#web/lib/api.ts';
import { Icon } from '#web/ui/index.ts';
import { FLASK } from '#web/ui/lazy-icons.ts';

/** The badge for the mode that the service reports. */
export function CurrentProviderBadge({ api }: { api: Api }) {
  return <ProviderBadge mode={useProviderMode(api)} />;
}

const EXPLANATIONS: Partial<Record<ProviderMode, { kind: string; text: string }>> = {
  simulated: {
    kind: 'Simulated',
    text: 'No real provider is called, so every person shown here is invented: names, careers and profile addresses are made up. Everything else works as it will with real providers.',
  },
  replay: {
    kind: 'Replayed',
    text: 'Answers come from a recording made earlier. Nothing is looked up on the web, and only recorded searches can be answered.',
  },
};

/** Says when the people shown are not from the live web, and where they are from instead. Shows nothing otherwise. */
export function ProviderBadge({ mode }: { mode: ProviderMode | undefined }) {
  const id = useId();
  const explanation = mode && EXPLANATIONS[mode];
  if (explanation === undefined) return null;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex min-h-7 shrink-0 animate-appear items-center gap-1.5 whitespace-nowrap rounded-full border border-line-strong/60 px-2.5 font-medium text-caption text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink"
      >
        <Icon name={FLASK} size={13} className="@max-phone:hidden" />
        {/* On a narrow phone only the first word fits next to the mode. */}
        <span>
          {explanation.kind}
          <span className="@max-[23.5rem]:sr-only"> providers</span>
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        role="note"
        className="fixed inset-auto top-[min(6.25rem,25vh)] right-4 m-0 max-h-[calc(75vh-1rem)] max-w-[min(20rem,calc(100vw-2rem))] animate-rise overflow-y-auto rounded-medium bg-raised p-4 text-ink-muted text-small shadow-popover"
      >
        <p className="mb-1 font-medium text-body text-ink">{explanation.kind} providers</p>
        <p>{explanation.text}</p>
      </div>
    </>
  );
}

/** Where the people shown come from; undefined until the service has said so. */
function useProviderMode(api: Api): ProviderMode | undefined {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api.json(Health, { method: 'GET', path: '/health', signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // After a failure, asks again when the page regains focus or the network is back.
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
  return health.data?.providers;
}
