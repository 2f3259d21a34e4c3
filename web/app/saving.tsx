import { type ReactNode, useMemo } from 'react';
import { answerContextOf } from '#shared/answer-context.ts';
import { LIST_LIMITS } from '#shared/lists.ts';
import type { Message } from '#shared/message.ts';
import { type DisplayProfile, profilesIn } from '#shared/results.ts';
import { truncate } from '#shared/truncate.ts';
import { useSession } from '#web/features/chats/index.ts';
import { shownMessages } from '#web/features/chats/messages.ts';
import { findTurn } from '#web/features/chats/turns/turns.ts';
import { SaveButton, SavePeopleButton } from '#web/features/lists/index.ts';
import { adjust, useAdjustments } from '#web/features/results/adjustments.ts';
import { withoutOwnQuery } from '#web/features/results/found-by.ts';
import { isScored } from '#web/features/results/index.ts';

interface Saving {
  /** The button that saves one person; just an icon if `isSmall`. */
  one: (profile: DisplayProfile, isSmall?: boolean) => ReactNode;
  several: (profiles: readonly DisplayProfile[]) => ReactNode;
}

/**
 * The buttons that save an answer's people, under its criteria as adjusted; undefined until there is an answer. Hidden names are saved all
 * the same. The answer is `provisional` while its search still runs, and `brokenOff` if that has broken off.
 */
export function useSaving(
  answer: Message | undefined,
  { provisional, brokenOff }: { provisional: boolean; brokenOff: boolean },
): Saving | undefined {
  const session = useSession();
  const adjustments = useAdjustments(answer?.id);
  return useMemo(() => {
    const found = answer?.metadata?.profileDisplayData;
    if (answer === undefined || found === undefined) return undefined;
    const { data, fallen } = adjust(withoutOwnQuery(found), adjustments);
    const people = new Map([...profilesIn(data), ...fallen].map((one) => [one.id, one]));
    const { id: messageId, chatId } = answer;
    const source = () => {
      const question = findTurn(shownMessages(session, chatId), messageId)?.question;
      const request = truncate(question?.content.trim() ?? '', LIST_LIMITS.request);
      return {
        ...{ chatId, messageId, request, ...answerContextOf(data) },
        isScored: (profile: DisplayProfile) => isScored(profile, { provisional, brokenOff }),
      };
    };
    return {
      one: (shown, isSmall = false) => {
        const profile = people.get(shown.id);
        return profile && <SaveButton {...{ profile, isSmall }} name={shown.fullName} answer={source} />;
      },
      several: (shown) => (
        <SavePeopleButton profiles={shown.flatMap(({ id }) => people.get(id) ?? [])} answer={source} />
      ),
    };
  }, [session, answer, adjustments, provisional, brokenOff]);
}
