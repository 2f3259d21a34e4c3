import * as v from 'valibot';
import { DisplayData } from './results.ts';

const { criteria, profileProvider, isImported, providers } = DisplayData.entries;

/**
 * What an answer tells of all its people that a card needs to show one of them: what the verdicts are about, who gave the records, and whether
 * that was nobody real. Absent where the answer does not tell it. Whatever shows or keeps people of an answer carries these fields, which
 * {@link DisplayData} alone declares.
 */
export const ANSWER_CONTEXT = { criteria, profileProvider, isImported, providers };

type Optional = Readonly<Record<string, v.OptionalSchema<v.GenericSchema, undefined>>>;

type Exact<Entries extends Optional> = {
  [Name in keyof Entries]: v.ExactOptionalSchema<Entries[Name]['wrapped'], undefined>;
};

/** The same fields, each of which is there with a value or not at all. */
function exact<Entries extends Optional>(entries: Entries): Exact<Entries>;
function exact(entries: Optional): v.ObjectEntries {
  return Object.fromEntries(
    Object.entries(entries).map(([name, { wrapped }]) => [name, v.exactOptional(wrapped)]),
  );
}

/** What the answer that somebody was taken from tells of all its people, as it is kept beside them. */
export const AnswerContext = v.object(exact(ANSWER_CONTEXT));
export type AnswerContext = v.InferOutput<typeof AnswerContext>;

/** What an answer tells, without what it does not. */
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
