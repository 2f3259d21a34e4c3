import { CHAT_ERRORS } from '#shared/errors.ts';
import type { DoneEvent } from '#shared/events.ts';

const CODE = 'send-message-error';
const SPECIFIED = { code: CODE, message: CHAT_ERRORS[CODE] };

/** The failure of a whole send as the last event of its stream: the specified one unless there is another to tell. */
export const sendFailedEvent = ({
  code,
  message,
}: {
  code: string;
  message: string;
} = SPECIFIED): DoneEvent => ({
  type: 'done',
  data: { outcome: 'failed', error: { code, message } },
});
