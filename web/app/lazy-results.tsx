import type { DisplayData } from '#shared/display.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { Part } from '#web/ui/part.tsx';
import { PartMissing } from '#web/ui/part-missing.tsx';

const Results = lazyComponent(
  () => import('#web/features/results/index.ts'),
  (module) => module.Results,
);

export function LazyResults({ data, provisional }: { data: DisplayData | undefined; provisional?: boolean }) {
  if (data === undefined) return null;
  return (
    <Part
      loading={<div className="h-72 animate-breathe rounded-large bg-well" />}
      missing={<PartMissing>These results could not be shown.</PartMissing>}
    >
      <Results data={data} provisional={provisional ?? false} />
    </Part>
  );
}
