import * as v from 'valibot';
import { DisplayData } from './results.ts';

const { criteria, profileProvider, isImported, providers } = DisplayData.entries;

/**
 * The fields that apply to all people of an answer and that a card needs to show one of them: the criteria of the verdicts, the source of
 * the records, and whether the data was imported or came from stand-ins. Each is absent if the answer lacks it. Everything that shows or
 * stores people from an answer includes these fields, which are declared only in {@link DisplayData}.
 */
export const ANSWER_CONTEXT = { criteria, profileProvider, isImported, providers };

type OptionalEntries = Readonly<Record<string, v.OptionalSchema<v.GenericSchema, undefined>>>;

type ExactOptionalEntries<Entries extends OptionalEntries> = {
  [Name in keyof Entries]: v.ExactOptionalSchema<Entries[Name]['wrapped'], undefined>;
};

/** The same fields, which may be absent but not undefined. */
function toExactOptional<Entries extends OptionalEntries>(entries: Entries): ExactOptionalEntries<Entries>;
function toExactOptional(entries: OptionalEntries): v.ObjectEntries {
  return Object.fromEntries(
    Object.entries(entries).map(([name, { wrapped }]) => [name, v.exactOptional(wrapped)]),
  );
}

/** The context of the answer that a person was saved from, as stored with the person. */
export const AnswerContext = v.object(toExactOptional(ANSWER_CONTEXT));
export type AnswerContext = v.InferOutput<typeof AnswerContext>;

/** An answer's context, without fields that are undefined. */
export const answerContextOf = ({
  criteria,
  profileProvider,
  isImported,
  providers,
}: Pick<DisplayData, keyof AnswerContext>): AnswerContext => ({
  ...(criteria && { criteria }),
  ...(profileProvider !== undefined && { profileProvider }),
  ...(isImported !== undefined && { isImported }),
  ...(providers !== undefined && { providers }),
});
