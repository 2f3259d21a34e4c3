import { useId, useState } from 'react';
import type { Message, MessageMetadata } from '#shared/message.ts';
import { Button, classNames, Icon, lazyComponent, Part } from '#web/ui/index.ts';

const Story = lazyComponent(() => import('./story.tsx'), 'Story');

/** Whether an answer has kept anything of how it came about. */
const hasStory = ({ steps, searchQuery, model, spend }: MessageMetadata): boolean =>
  (steps ?? searchQuery ?? model ?? spend) !== undefined;

/** How an answer came about, folded away: what was stored with it, which of older answers is less. Paper does without. */
export function HowFound({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { metadata } = message;
  if (metadata === undefined || !hasStory(metadata)) return null;
  return (
    <div data-print="hide">
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-ms-2"
      >
        <Icon
          name="chevron-down"
          size={14}
          className={classNames('transition-[rotate]', !isOpen && '-rotate-90')}
        />
        How it was found
      </Button>
      <div id={id}>
        {isOpen && (
          <Part>
            <Story message={message} metadata={metadata} />
          </Part>
        )}
      </div>
    </div>
  );
}
