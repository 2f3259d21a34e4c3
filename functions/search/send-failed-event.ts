import { CHAT_ERRORS } from '#shared/errors.ts';
import type { DoneEvent } from '#shared/events.ts';

const CODE = 'send-message-error';

/** The specified failure of a whole send, as the last event of its stream. */
export const SEND_FAILED_EVENT: DoneEvent = {
  type: 'done',
  data: { outcome: 'failed', error: { code: CODE, message: CHAT_ERRORS[CODE] } },
};
