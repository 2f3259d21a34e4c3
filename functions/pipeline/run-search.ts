import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { Answer } from './answer.ts';
import { answerWith, apologise } from './answer.ts';
import type { SearchTools } from './context.ts';
import { StopRequested } from './context.ts';
import type { Findings } from './research.ts';
import { research } from './research.ts';
import { readableReason } from './step-failure.ts';

/** A request for people, with the ids everything about it is known under. */
export interface Search {
  searchId: string;
  chatId: string;
  userId: string;
  userMessage: Message;
  assistantMessageId: string;
  deepResearch: boolean;
}

/**
 * Runs a search to its end and tells everything about it through `tools.emit`: `run` first, `done` last and once. Whatever a
 * provider does ends in an answer or the specified apology; this never rejects.
 */
export async function runSearch(search: Search, tools: SearchTools): Promise<void> {
  const { searchId, chatId, userMessage } = search;
  tools.emit({ type: 'run', data: { searchId, chatId, userMessage } });
  const answer = await findAnswer(search, tools);
  tools.emit({ type: 'message', data: toMessage(search, answer, tools.clock()) });
  tools.emit({ type: 'done', data: { outcome: answer.outcome } });
}

async function findAnswer({ userMessage, deepResearch }: Search, tools: SearchTools): Promise<Answer> {
  const findings: Findings = { deepResearch, notes: [] };
  try {
    await research(userMessage.content, tools, findings);
    return answerWith(findings, tools, 'answered');
  } catch (error) {
    if (error instanceof StopRequested || tools.signal.reason instanceof StopRequested)
      return answerWith(findings, tools, 'stopped');
    tools.log('search failed', error);
    const found = findings.directory?.results.linkedinProfiles.length ?? 0;
    if (found === 0) return apologise(readableReason(error), findings, tools);
    findings.notes.push(`${readableReason(error)}.`);
    return answerWith(findings, tools, 'answered');
  }
}

function toMessage(search: Search, { content, metadata }: Answer, now: number): Message {
  return {
    id: search.assistantMessageId,
    chatId: search.chatId,
    userId: search.userId,
    role: 'assistant',
    content,
    timestamp: toTimestamp(now),
    metadata,
  };
}
