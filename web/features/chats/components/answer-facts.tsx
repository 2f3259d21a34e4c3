import type { MessageMetadata } from '#shared/message.ts';
import { describeSpend, describeUsage } from './describe-spend.ts';

/** What answered, and what that took: small, beside the actions. Older answers know only who it was. */
export function AnswerFacts({ metadata }: { metadata: MessageMetadata | undefined }) {
  const { model, spend } = metadata ?? {};
  return (
    <p className="flex min-w-0 flex-wrap justify-end gap-x-3 text-caption text-ink-subtle">
      {spend !== undefined && (
        <span title={describeUsage(spend)} className="tabular-nums">
          {describeSpend(spend)}
          <span className="sr-only">, {describeUsage(spend)}</span>
        </span>
      )}
      {model !== undefined && <span className="truncate">{model}</span>}
    </p>
  );
}
