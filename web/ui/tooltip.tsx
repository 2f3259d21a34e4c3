import { useIsIdle } from '#web/lib/schedule.ts';
import { lazyComponent, Part } from './part.tsx';

const Layer = lazyComponent(() => import('./tooltip-layer.tsx'), 'TooltipLayer', { isPrefetched: false });

/** The page's tooltips, loaded when it is idle: nobody hovers over a button before that. */
export function TooltipLayer() {
  return <Part missing={null}>{useIsIdle() && <Layer />}</Part>;
}
