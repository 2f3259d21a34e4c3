import type { Message } from '#shared/message.ts';

/** A question with everything that belongs to it, as shown in the conversation. */
export interface Turn {
  /** Undefined for an answer whose question is unknown. */
  question: Message | undefined;
  /** The questions that follow the same message as this one, oldest first, and the index of this one among them. */
  versions: { index: number; count: number; ids: readonly string[] };
  answer: Message | undefined;
  /** Questions and answers that only add people to the answer, oldest first. */
  continuations: readonly Message[];
  /** What a new version of the question must refine: the id of a message in the previous turn, null in the first turn. */
  follows: string | null;
}

/** Versions the reader has chosen instead of the newest: the chosen id by the newest one's id. An even newer version voids the choice. */
export type ChosenVersions = Readonly<Record<string, string>>;

/** The questions that have been sent from this page, by id. */
type SentHere = Readonly<Record<string, unknown>>;

type KnownTurn = Pick<Turn, 'question' | 'answer' | 'continuations'>;

interface Node extends KnownTurn {
  continuations: Message[];
  /** The questions that follow it. */
  children: Node[];
  /** An answer without a question that follows it directly. */
  appended: Node | undefined;
}

/**
 * The turns of a chat that are shown: one branch from beginning to end, with the chosen or newest version of each question. But a question
 * asked on this page stays shown if another tab or device asked a newer version before it was answered. Whatever the messages' references
 * say, each message is in exactly one branch, or is a continuation in one.
 * @param messages of one chat, oldest first
 */
export function shownTurns(
  messages: readonly Message[],
  chosen: ChosenVersions = {},
  sentHere: SentHere = {},
): Turn[] {
  const turns: Turn[] = [];
  const choose = (node: Node) => nextOf(node, chosen, sentHere);
  for (let node = readTree(messages).root, next = choose(node); next !== undefined; ) {
    const ids = node.appended ? [] : node.children.map(({ question }) => question?.id ?? '');
    const index = Math.max(0, ids.indexOf(next.question?.id ?? ''));
    const { question, answer, continuations } = next;
    const versions = { index, count: Math.max(1, ids.length), ids };
    const added = continuations.length === 0 ? NO_CONTINUATIONS : continuations;
    turns.push({ question, versions, answer, continuations: added, follows: anchorOf(node) });
    node = next;
    next = choose(node);
  }
  return turns;
}

/** Always the same array, so that turns without continuations do not re-render. */
const NO_CONTINUATIONS: readonly Message[] = [];

function nextOf({ appended, children }: Node, chosen: ChosenVersions, sentHere: SentHere): Node | undefined {
  const newest = children.at(-1);
  const isChosen = ({ question }: Node) => question?.id === chosen[newest?.question?.id ?? ''];
  const own = children.findLast(({ question }) => question !== undefined && question.id in sentHere);
  const wasOpen = own?.answer === undefined || own.answer.timestamp > (newest?.question?.timestamp ?? '');
  return appended ?? children.find(isChosen) ?? (wasOpen ? own : undefined) ?? newest;
}

/** The id that a question refines in order to follow the turn. */
export const anchorOf = ({ question, answer }: Pick<Node, 'question' | 'answer'>): string | null =>
  answer?.id ?? question?.id ?? null;

const emptyNode = (part: Partial<Node> = {}): Node => ({
  question: undefined,
  answer: undefined,
  continuations: [],
  children: [],
  appended: undefined,
  ...part,
});

/** The turn that a message is part of, in any branch. */
export const findTurn = (messages: readonly Message[], messageId: string): KnownTurn | undefined =>
  readTree(messages).nodes.get(messageId);

interface Tree {
  /** The empty parent of the first turn. */
  root: Node;
  /** The most recent turn, in any branch. */
  latest: Node;
  /** By the ids of their messages. A question can follow only earlier messages, so there are no cycles. */
  nodes: Map<string, Node>;
  unanswered: Message[];
  /** Questions named by an answer as its own: no other answer is matched to them. */
  claimedQuestionIds: ReadonlySet<string>;
}

function readTree(messages: readonly Message[]): Tree {
  const root = emptyNode();
  const claimedQuestionIds = new Set(messages.flatMap(({ metadata }) => metadata?.questionId ?? []));
  const tree: Tree = { root, latest: root, nodes: new Map(), unanswered: [], claimedQuestionIds };
  for (const message of messages) {
    if (message.role === 'user') addQuestion(message, tree);
    else if (message.role === 'assistant') addAnswer(message, tree);
  }
  return tree;
}

function addQuestion(question: Message, tree: Tree): void {
  const { refines, task } = question.metadata ?? {};
  const followed = refines === null ? tree.root : tree.nodes.get(refines ?? '');
  const isContinuation = (task === 'more' || task === 'verify') && followed?.answer !== undefined;
  const node = isContinuation ? followed : emptyNode({ question });
  if (isContinuation) followed.continuations.push(question);
  else {
    lastAppended(followed ?? tree.latest).children.push(node);
    tree.latest = node;
  }
  tree.nodes.set(question.id, node);
  // A stored message may follow an apology that only a page had.
  tree.nodes.set(apologyIdOf(question), node);
  tree.unanswered.push(question);
}

function addAnswer(answer: Message, tree: Tree): void {
  const question = takeQuestion(answer, tree);
  const node = tree.nodes.get(question?.id ?? '') ?? emptyNode();
  if (question === undefined) {
    lastAppended(tree.latest).appended = node;
    tree.latest = node;
  }
  if (node.question === question) node.answer = answer;
  else node.continuations.push(answer);
  tree.nodes.set(answer.id, node);
}

const lastAppended = (node: Node): Node => (node.appended === undefined ? node : lastAppended(node.appended));

/** Finds the unanswered question that an answer belongs to, and removes it from the unanswered ones. */
function takeQuestion(answer: Message, { unanswered, claimedQuestionIds }: Tree): Message | undefined {
  const { questionId } = answer.metadata ?? {};
  const question =
    unanswered.find((one) => one.id === questionId || apologyIdOf(one) === answer.id) ??
    (questionId === undefined ? guessQuestion(answer, unanswered, claimedQuestionIds) : undefined);
  if (question !== undefined) unanswered.splice(unanswered.indexOf(question), 1);
  return question;
}

/** For older answers, which do not name their question. */
function guessQuestion(
  { metadata }: Message,
  unanswered: readonly Message[],
  claimedQuestionIds: ReadonlySet<string>,
): Message | undefined {
  const open = unanswered.filter(({ id }) => !claimedQuestionIds.has(id));
  const isOfKind = ({ metadata: asked }: Message) =>
    asked?.refines === metadata?.refines && asked?.task === metadata?.task;
  return open.findLast(isOfKind) ?? open.at(-1);
}

/** The id of the apology for a failed send. It derives from the question's, so that two tabs store only one. */
export const apologyIdOf = ({ id }: Pick<Message, 'id'>): string => `${id}_apology`;
