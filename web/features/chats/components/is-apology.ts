import { APOLOGY, searchApology } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';

const [BEFORE_REASON] = searchApology('\0').split('\0');

/** Whether an answer is one of the two specified apologies: it is then shown as a failure that can be tried again. */
export const isApology = ({ role, content }: Message): boolean =>
  role === 'assistant' &&
  (content === APOLOGY || (BEFORE_REASON !== undefined && content.startsWith(BEFORE_REASON)));
