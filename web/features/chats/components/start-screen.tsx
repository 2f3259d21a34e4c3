import { EXAMPLE_PROMPTS } from '#shared/product.ts';
import { Icon } from '#web/ui/index.ts';

interface StartScreenProps {
  disabled: boolean;
  /** Starts a new chat with the text. */
  onPick: (prompt: string) => void;
}

export function StartScreen({ disabled, onPick }: StartScreenProps) {
  return (
    <div className="mx-auto flex w-full max-w-column flex-1 flex-col justify-center @pair:px-6 px-gutter py-8">
      <h1 tabIndex={-1} className="text-balance font-semibold text-display outline-none">
        Unlock knowledge advantage
      </h1>
      <h2 className="text-balance font-normal text-display text-ink-subtle">Find the right experts</h2>
      <ul className="mt-8 border-line border-t @pair:mt-12" aria-label="Example searches">
        {EXAMPLE_PROMPTS.map((prompt, index) => (
          <li key={prompt} className="border-line border-b">
            <button
              type="button"
              disabled={disabled}
              onClick={() => onPick(prompt)}
              className="group flex min-h-14 w-full items-center gap-4 px-1 py-3 text-start text-reading text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink disabled:cursor-not-allowed"
            >
              <span aria-hidden="true" className="w-5 text-ink-subtle text-small tabular-nums">
                {index + 1}
              </span>
              <span className="flex-1 text-pretty">{prompt}</span>
              <Icon
                name="arrow-right"
                className="text-ink-subtle transition-[translate,color] group-hover:translate-x-0.5 group-hover:text-ink"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
