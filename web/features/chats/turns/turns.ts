import type { Message } from '#shared/message.ts';

/** A question with all that belongs to it, as it stands in the conversation. */
export interface Turn {
  /** Undefined for an answer that no question is known of. */
  question: Message | undefined;
  /** The questions that follow the same as this one does, oldest first, and which of them it is, from 0. */
  versions: { index: number; count: number; ids: readonly string[] };
  answer: Message | undefined;
  /** Questions and answers that only add people to the answer, oldest first. */
  continuations: readonly Message[];
  /** What a new version of the question has to refine: the id of a message of the turn before, null in the first turn. */
  follows: string | null;
}

/** Where the reader has chosen another version than the newest: its id by that of the newest. A newer one makes the choice void. */
export type ChosenVersions = Readonly<Record<string, string>>;

/** The questions that have been sent from this page, by id. */
type SentHere = Readonly<Record<string, unknown>>;

type KnownTurn = Pick<Turn, 'question' | 'answer' | 'continuations'>;

interface Node extends KnownTurn {
  continuations: Message[];
  /** The questions that follow it. */
  children: Node[];
  /** An answer without a question that came after it, before any question did. */
  appended: Node | undefined;
}

/**
 * The turns that are shown of a chat: from the beginning to the end of one branch, of every question the version that the reader has
 * chosen, or the newest; but what has been asked here stays where another tab or device has asked something else before it was answered.
 * Whatever the messages say of each other, each is in exactly one branch, or a continuation in one.
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
    const added = continuations.length === 0 ? NONE : continuations;
    turns.push({ question, versions, answer, continuations: added, follows: nameOf(node) });
    node = next;
    next = choose(node);
  }
  return turns;
}

/** The same one always: what is drawn from a turn without any stays as it is. */
const NONE: readonly Message[] = [];

function nextOf({ appended, children }: Node, chosen: ChosenVersions, sentHere: SentHere): Node | undefined {
  const newest = children.at(-1);
  const isChosen = ({ question }: Node) => question?.id === chosen[newest?.question?.id ?? ''];
  const own = children.findLast(({ question }) => question !== undefined && question.id in sentHere);
  const wasOpen = own?.answer === undefined || own.answer.timestamp > (newest?.question?.timestamp ?? '');
  return appended ?? children.find(isChosen) ?? (wasOpen ? own : undefined) ?? newest;
}

const nameOf = ({ question, answer }: Pick<Node, 'question' | 'answer'>): string | null =>
  answer?.id ?? question?.id ?? null;

/** The id by which a question follows a turn. */
export const anchorOf = (turn: Turn): string | null => nameOf(turn);

const emptyNode = (part: Partial<Node> = {}): Node => ({
  question: undefined,
  answer: undefined,
  continuations: [],
  children: [],
  appended: undefined,
  ...part,
});

/** What a message of a chat is part of, in whichever branch. */
export const findTurn = (messages: readonly Message[], messageId: string): KnownTurn | undefined =>
  readTree(messages).nodes.get(messageId);

interface Tree {
  /** What stands before the first turn. */
  root: Node;
  /** The last turn of all. */
  latest: Node;
  /** By the messages in them. Only what came before can be followed, so that nothing goes round in circles. */
  nodes: Map<string, Node>;
  unanswered: Message[];
  /** Questions that an answer names as its own: no other answer is taken for theirs. */
  named: ReadonlySet<string>;
}

function readTree(messages: readonly Message[]): Tree {
  const root = emptyNode();
  const named = new Set(messages.flatMap(({ metadata }) => metadata?.questionId ?? []));
  const tree: Tree = { root, latest: root, nodes: new Map(), unanswered: [], named };
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
    endOf(followed ?? tree.latest).children.push(node);
    tree.latest = node;
  }
  tree.nodes.set(question.id, node);
  // An apology that only a page had may be what a stored message follows.
  tree.nodes.set(apologyIdOf(question), node);
  tree.unanswered.push(question);
}

function addAnswer(answer: Message, tree: Tree): void {
  const question = takeQuestion(answer, tree);
  const node = tree.nodes.get(question?.id ?? '') ?? emptyNode();
  if (question === undefined) {
    endOf(tree.latest).appended = node;
    tree.latest = node;
  }
  if (node.question === question) node.answer = answer;
  else node.continuations.push(answer);
  tree.nodes.set(answer.id, node);
}

const endOf = (node: Node): Node => (node.appended === undefined ? node : endOf(node.appended));

/** Of the questions without an answer that which an answer belongs to; there it is taken out. */
function takeQuestion(answer: Message, { unanswered, named }: Tree): Message | undefined {
  const { questionId } = answer.metadata ?? {};
  const question =
    unanswered.find((one) => one.id === questionId || apologyIdOf(one) === answer.id) ??
    (questionId === undefined ? guessQuestion(answer, unanswered, named) : undefined);
  if (question !== undefined) unanswered.splice(unanswered.indexOf(question), 1);
  return question;
}

/** Answers have not always named their questions. */
function guessQuestion(
  { metadata }: Message,
  unanswered: readonly Message[],
  named: ReadonlySet<string>,
): Message | undefined {
  const open = unanswered.filter(({ id }) => !named.has(id));
  const isOfKind = ({ metadata: asked }: Message) =>
    asked?.refines === metadata?.refines && asked?.task === metadata?.task;
  return open.findLast(isOfKind) ?? open.at(-1);
}

/** The id of what stands for the failure of a whole send. It is the question's, so that two tabs store one. */
export const apologyIdOf = ({ id }: Pick<Message, 'id'>): string => `${id}_apology`;
