import { Fragment, type ReactNode, useId, useState } from 'react';
import {
  type Message,
  type MessageMetadata,
  NOTHING_CHANGED,
  PARTLY_UNREADABLE,
  type Rating,
  type Spend,
} from '#shared/message.ts';
import { APOLOGY, searchApology } from '#shared/search-errors.ts';
import type { Clip } from '#web/lib/clipboard.ts';
import { countOf } from '#web/lib/format.ts';
import { Button, classNames, Icon, IconButton } from '#web/ui/index.ts';
import { CHEVRON_DOWN, STOP, WARNING } from '#web/ui/lazy-icons.ts';
import { MessageActions } from './message-actions.tsx';

interface AssistantMessageProps {
  /** Undefined until there is an answer. */
  message: Message | undefined;
  isLatest: boolean;
  /** What the search is doing, or why there is no answer, until there is one. */
  progress?: ReactNode;
  /** The directory that belongs to the answer, if any. */
  results: ReactNode;
  /** What 'Copy' copies: the text and the people of the directory. */
  clip: () => Clip;
  /** Further actions on the answer. */
  actions?: ReactNode;
  /** How the answer was found: collapsed, and rendered when it is opened. */
  story?: ReactNode;
  onRate: (messageId: string, rating: Rating) => void;
  /** Asks again, to replace this answer. Undefined if that is not possible now. */
  onRetry: (() => void) | undefined;
}

/** An answer: left-aligned, with the directory below its text or, until there is one, below the progress. */
export function AssistantMessage(props: AssistantMessageProps) {
  const { message, isLatest, progress, results, clip, actions, story, onRate, onRetry } = props;
  const [isStoryOpen, setStoryOpen] = useState(false);
  const storyId = useId();
  return (
    <div className="group flex flex-col items-stretch gap-3">
      {message === undefined ? progress : <AnswerText message={message} onRetry={onRetry} />}
      <Changes changes={message?.metadata?.changes} />
      {results}
      {message !== undefined && (
        // Hidden until the directory has rendered, which would push it down.
        <div
          data-stays
          data-print={hasFacts(message.metadata) ? undefined : 'hide'}
          className="flex min-h-7 @pair:flex-nowrap flex-wrap items-center gap-x-2 gap-y-1 group-has-data-loading:invisible"
        >
          {story !== undefined && hasStory(message.metadata) && (
            <Button
              variant="quiet"
              size="small"
              data-print="hide"
              aria-expanded={isStoryOpen}
              aria-controls={storyId}
              onClick={() => setStoryOpen(!isStoryOpen)}
              className="-ms-2 min-h-7 shrink-0"
            >
              How it was found
              <Icon
                name={CHEVRON_DOWN}
                size={14}
                className={classNames('transition-[rotate]', isStoryOpen && 'rotate-180')}
              />
            </Button>
          )}
          <MessageActions
            message={message}
            isLatest={isLatest}
            clip={clip}
            onRate={(rating) => onRate(message.id, rating)}
          >
            {onRetry && !isBroken(message) && message.lost === undefined && (
              <IconButton icon="retry" label="Regenerate" size="small" onClick={onRetry} />
            )}
            {actions}
          </MessageActions>
          <AnswerFacts metadata={message.metadata} />
        </div>
      )}
      {isStoryOpen && (
        <div id={storyId} data-print="hide">
          {story}
        </div>
      )}
    </div>
  );
}

/** At least as high as the progress line, so that people do not move when the answer replaces it. */
function AnswerText({ message, onRetry }: { message: Message; onRetry: (() => void) | undefined }) {
  const { content, metadata, lost } = message;
  if (isBroken(message))
    return (
      <FailedAnswer stopped={metadata?.outcome === 'stopped'} onRetry={onRetry}>
        {content}
      </FailedAnswer>
    );
  return (
    <>
      {lost !== 'text' && (
        <p dir="auto" className="min-h-12 max-w-prose content-center whitespace-pre-wrap text-reading">
          <span className="sr-only">Answer: </span>
          {content}
        </p>
      )}
      {lost !== undefined && <FailedAnswer onRetry={onRetry}>{PARTLY_UNREADABLE}</FailedAnswer>}
    </>
  );
}

/** How the criteria of this answer differ from those of the answer before. */
function Changes({ changes }: Pick<MessageMetadata, 'changes'>) {
  if (changes === undefined) return null;
  const className = 'max-w-prose break-words text-ink-muted text-small';
  if (changes.length === 0) return <p className={className}>{NOTHING_CHANGED}</p>;
  return (
    <p className={className}>
      <span className="sr-only">Changed: </span>
      {changes.map((change, index) => (
        <Fragment key={change}>
          {index > 0 && ' · '}
          <span dir="auto">{change}</span>
        </Fragment>
      ))}
    </p>
  );
}

interface FailedAnswerProps {
  /** Stopped by the user rather than failed. */
  stopped?: boolean;
  children: ReactNode;
  onRetry: (() => void) | undefined;
}

/** Shown for an answer that failed or was stopped, with a button to try again. */
export function FailedAnswer({ children, stopped = false, onRetry }: FailedAnswerProps) {
  return (
    <div className="flex max-w-prose flex-wrap items-start gap-x-3 gap-y-2 rounded-large border border-line bg-surface px-gutter py-4 text-reading shadow-card">
      <Icon
        name={stopped ? STOP : WARNING}
        size={18}
        className={classNames('mt-0.75', stopped ? 'text-ink-subtle' : 'text-poor')}
      />
      <div className="min-w-0 flex-1 basis-48">
        {stopped && <p className="font-medium text-ink-muted text-small">Stopped</p>}
        <p dir="auto" className="whitespace-pre-wrap">
          {children}
        </p>
      </div>
      {onRetry && (
        <Button onClick={onRetry} data-print="hide">
          <Icon name="retry" />
          Try again
        </Button>
      )}
    </div>
  );
}

/** Whether an answer has anything stored about how it was found. */
const hasStory = ({ steps, searchQuery, model, spend }: MessageMetadata = {}): boolean =>
  (steps ?? searchQuery ?? model ?? spend) !== undefined;

const [APOLOGY_PREFIX] = searchApology('\0').split('\0');

/** Whether an answer is one of the two apologies (docs/behaviour.md#error-texts), which show as failures that can be retried. */
export const isApology = ({ role, content }: Message): boolean =>
  role === 'assistant' &&
  (content === APOLOGY || (APOLOGY_PREFIX !== undefined && content.startsWith(APOLOGY_PREFIX)));

/** Whether the search behind an answer was stopped or failed. */
export const isBroken = (message: Message): boolean =>
  message.metadata?.outcome === 'stopped' || isApology(message);

/** Whether an answer has small print. Without any, only its actions would take room on paper, at worst a sheet of its own. */
const hasFacts = ({ model, spend }: MessageMetadata = {}): boolean => (model ?? spend) !== undefined;

/** The providers behind an answer and what it cost, in small print next to the actions. Older answers have only the providers. */
export function AnswerFacts({ metadata }: { metadata: MessageMetadata | undefined }) {
  const { model, spend } = metadata ?? {};
  return (
    <p className="ms-auto flex min-w-0 flex-wrap justify-end gap-x-3 text-caption text-ink-subtle">
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

/** What a search used, in a few words: "7 AI calls · 5 lookups · about $0.08". What was not used is left out. */
export function describeSpend(spend: Spend): string {
  const { modelCalls, lookups } = spend;
  const parts = [
    countOf(modelCalls, 'AI call'),
    ...(lookups > 0 ? [countOf(lookups, 'lookup')] : []),
    describePrice(spend),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** The details that {@link describeSpend} leaves out. */
export function describeUsage(spend: Spend): string {
  const { searchPages, inputTokens, outputTokens, tokensEstimated } = spend;
  const about = tokensEstimated ? 'about ' : '';
  return `${countOf(searchPages, 'search page')}, ${about}${countOf(inputTokens, 'token')} sent to the AI, ${about}${countOf(outputTokens, 'token')} received`;
}

function describePrice({ dollars, unpaid }: Spend): string | undefined {
  if (unpaid !== undefined) return `${unpaid}, no cost`;
  if (dollars === undefined) return undefined;
  if (dollars === 0) return 'no cost';
  return dollars < 0.01 ? 'less than $0.01' : `about $${dollars.toFixed(2)}`;
}
