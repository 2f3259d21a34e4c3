import type { ReactNode } from 'react';
import { byNeed } from '#shared/criteria.ts';
import type { Message, MessageMetadata } from '#shared/message.ts';
import { type StepRecord, stepOf } from '#shared/steps.ts';
import { formatElapsed, StepMark } from '#web/features/search/index.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { STOP } from '#web/ui/lazy-icons.ts';
import { describeSpend, describeUsage } from './assistant-message.tsx';

interface StoryProps {
  message: Message;
  /** The continuations' answers, which have added people since. */
  more?: readonly Message[];
}

/** How an answer was found: its steps and their times, queries, criteria, notes and cost, as far as they are stored. */
export function Story({ message, more = [] }: StoryProps) {
  return (
    <section
      aria-label="How it was found"
      className="@container flex animate-appear flex-col gap-5 rounded-large border border-line bg-surface px-gutter py-4"
    >
      {[message, ...more].map((one, index) => (
        <Chapter key={one.id} message={one} isFirst={index === 0} />
      ))}
    </section>
  );
}

function Chapter({ message, isFirst }: { message: Message; isFirst: boolean }) {
  const { steps = [], searchQuery, model, spend, task, useDeepResearch } = message.metadata ?? {};
  const notes = notesOf(message);
  const alternatives = searchQuery?.alternativeSearchTerms ?? [];
  const facts = (
    <dl className="flex min-w-0 flex-col gap-4">
      {searchQuery && (
        <Fact name="Google query">
          <span dir="auto" className="block break-words rounded-small bg-well px-2 py-1.5 text-small">
            {searchQuery.googleSearchQuery}
          </span>
        </Fact>
      )}
      {isFirst && <Criteria query={searchQuery} />}
      {isFirst && alternatives.length > 0 && (
        <Fact name="Alternative searches">
          <Lines lines={alternatives} />
        </Fact>
      )}
      {notes.length > 0 && (
        <Fact name="Notes">
          <Lines lines={notes} />
        </Fact>
      )}
      {/* Verifying one person is the same in either mode. */}
      {task !== 'verify' && (
        <Fact name="Mode">{useDeepResearch === true ? 'Deep Research' : 'Standard'}</Fact>
      )}
      {model !== undefined && <Fact name="Providers">{model}</Fact>}
      {spend !== undefined && (
        <Fact name="Cost">
          {describeSpend(spend)}
          <span className="block text-ink-subtle">{describeUsage(spend)}</span>
        </Fact>
      )}
    </dl>
  );
  return (
    <div className={classNames(!isFirst && 'border-line border-t pt-4')}>
      {!isFirst && (
        <h2 className="mb-3 font-medium">{task === 'verify' ? 'One profile verified' : 'More people'}</h2>
      )}
      <div className={classNames('grid gap-x-10 gap-y-5', steps.length > 0 && '@pair:grid-cols-2')}>
        {steps.length > 0 && <Steps steps={steps} />}
        {facts}
      </div>
    </div>
  );
}

function Steps({ steps }: { steps: readonly StepRecord[] }) {
  return (
    <div className="min-w-0">
      <h2 className="flex items-baseline justify-between gap-3 font-medium text-ink-subtle text-small">
        Steps
        <span className="font-normal tabular-nums">{formatElapsed(durationOf(steps))} in total</span>
      </h2>
      <ol className="mt-2">
        {steps.map((step) => (
          <li key={step.id} className="group/step flex gap-3">
            <div className="flex flex-col items-center pt-0.75">
              {step.status === 'active' ? (
                <>
                  <Icon name={STOP} className="text-ink-subtle" />
                  <span className="sr-only">Interrupted:</span>
                </>
              ) : (
                <StepMark status={step.status} />
              )}
              <span aria-hidden="true" className="my-1 w-px flex-1 bg-line group-last/step:hidden" />
            </div>
            <div className="min-w-0 flex-1 pb-3 group-last/step:pb-0">
              <div className="flex items-baseline justify-between gap-3">
                <p className={classNames('font-medium', step.status === 'error' && 'text-poor')}>
                  {stepOf(step.id).title}
                </p>
                {step.duration !== undefined && (
                  <span className="shrink-0 text-ink-subtle text-small tabular-nums">
                    {formatElapsed(step.duration)}
                  </span>
                )}
              </div>
              <Lines lines={[...new Set(step.details)]} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Milliseconds from the start of the first step to the end of the last. */
function durationOf(steps: readonly StepRecord[]): number {
  const ends = steps.map(({ startedAt, duration = 0 }) => Date.parse(startedAt) + duration);
  const starts = steps.map(({ startedAt }) => Date.parse(startedAt));
  return Math.max(...ends) - Math.min(...starts);
}

/** The criteria one by one or, in older answers, the target criteria of the query step. */
function Criteria({ query }: { query: MessageMetadata['searchQuery'] }) {
  if (query === undefined) return null;
  const { interests, experience, ...single } = query.targetCriteria;
  const named = [...Object.values(single), ...interests, ...experience].filter(Boolean);
  const criteria =
    query.criteria === undefined
      ? named.map((text) => ({ text, need: 'required' as const }))
      : byNeed(query.criteria);
  if (criteria.length === 0) return null;
  return (
    <Fact name="Criteria">
      <ul className="flex flex-wrap gap-1.5">
        {criteria.map(({ text, need }) => (
          <li
            key={`${need} ${text}`}
            dir="auto"
            className={classNames(
              'max-w-full break-words rounded-small border px-2 py-0.5 text-small',
              need === 'required' ? 'border-line-strong' : 'border-line border-dashed text-ink-muted',
            )}
          >
            {text}
            {need !== 'required' && (
              <span className="text-ink-subtle"> · {need === 'excluded' ? 'excluded' : 'nice to have'}</span>
            )}
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** The paragraphs after an answer's first, which say what had to be skipped. */
const notesOf = ({ content, metadata }: Message): string[] =>
  metadata?.outcome === 'apologised' ? [] : content.split('\n\n').slice(1).filter(Boolean);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 font-medium text-ink-subtle text-small">{name}</dt>
      <dd className="text-small">{children}</dd>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-0.5 flex flex-col gap-0.5 text-ink-muted text-small">
      {lines.map((line) => (
        <li key={line} dir="auto" className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}
