import {
  Component,
  type ComponentProps,
  type ComponentType,
  createContext,
  type ElementType,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { announceChunk, loadChunk, once } from '#web/lib/lazy.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useToast } from './toast.tsx';

interface PartProps {
  /** Shown while its code is loading. */
  loading?: ReactNode;
  /** Shown if it could not be loaded or rendered. */
  missing?: ReactNode;
  children: ReactNode;
}

/** A part of the page that may load late, or not at all, without affecting the rest. */
export function Part({ loading = null, missing = <PartMissing />, children }: PartProps) {
  return (
    <ErrorBoundary fallback={missing}>
      <LoadingContext value={loading}>{children}</LoadingContext>
    </ErrorBoundary>
  );
}

/** What the part shows while its code is loading. */
const LoadingContext = createContext<ReactNode>(null);

type Drawn = Exclude<ElementType, string>;

/**
 * A component whose code is loaded when it is first rendered, or before that when the page is idle. Render it inside a `Part`. React's own
 * `lazy` is not used: it shows a component 300 ms after the last spinner at the earliest, and late once even if the code is already loaded.
 * @param load imports the module
 * @param name under which the module exports the component
 * @param options.isPrefetched false for what most people never see
 */
export function lazyComponent<Name extends string, Module extends Record<Name, Drawn>>(
  load: () => Promise<Module>,
  name: Name,
  { isPrefetched = true }: { isPrefetched?: boolean } = {},
): ComponentType<ComponentProps<Module[Name]>> & { fetch: () => Promise<unknown> } {
  const chunk: Chunk = {
    loaded: undefined,
    fetch: once(async () => {
      chunk.loaded = (await loadChunk(load))[name];
      return chunk.loaded;
    }),
  };
  if (isPrefetched) announceChunk(chunk.fetch);
  return Object.assign((props: ComponentProps<Module[Name]>) => <LazyPart chunk={chunk} props={props} />, {
    fetch: chunk.fetch,
  });
}

interface Chunk {
  loaded: Drawn | undefined;
  fetch: () => Promise<Drawn>;
}

function LazyPart({ chunk, props }: { chunk: Chunk; props: object }) {
  const loading = useContext(LoadingContext);
  const [part, setPart] = useState<{ Drawn?: Drawn | undefined; lost?: { reason: unknown } }>({
    Drawn: chunk.loaded,
  });
  useEffect(() => {
    // Code that has arrived since it was rendered still has to be drawn.
    if (part.Drawn === undefined)
      chunk.fetch().then(
        (Drawn) => setPart({ Drawn }),
        (reason: unknown) => setPart({ lost: { reason } }),
      );
  }, [chunk, part.Drawn]);
  if (part.lost !== undefined) throw part.lost.reason;
  return part.Drawn === undefined ? loading : <part.Drawn {...props} />;
}

const NOT_LOADED = 'This part of the page could not be loaded.';

/** Shown in place of a part of the page that could not be loaded or rendered. */
export function PartMissing({ children = NOT_LOADED }: { children?: string | undefined }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-large border border-line p-4 text-body"
    >
      <p className="flex-1 text-ink-muted">{children}</p>
      <Button onClick={() => location.reload()}>
        <Icon name="retry" />
        Reload
      </Button>
    </div>
  );
}

/** Says in a toast that what the user asked for could not be loaded. Asking for it again loads it again. */
export function useMissingToast(): () => void {
  const toast = useToast();
  return () => toast({ message: NOT_LOADED, action: { label: 'Reload', onSelect: () => location.reload() } });
}

interface FloatingPartProps {
  /** Called if it is missing: it is then not to be rendered any more. */
  onClose: () => void;
  children: ReactNode;
}

/** A part that lies over the page, rendered while it is open. It covers nothing if it is missing. */
export function FloatingPart({ onClose, children }: FloatingPartProps) {
  return <Part missing={<MissingToast onClose={onClose} />}>{children}</Part>;
}

function MissingToast({ onClose }: Pick<FloatingPartProps, 'onClose'>) {
  const toast = useMissingToast();
  const close = useEffectEvent(() => {
    toast();
    onClose();
  });
  useEffect(() => close(), []);
  return null;
}

interface ErrorBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Contains a failure to render, or to load, one part of the page. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
