/*
 * Whether a request rejects a person it mentions, by the words right before and after the mention. docs/behaviour.md#similar-people
 */

/*
 * Words right before a mention that leave the person out. Two in a row cancel each other: 'do not remove number 1', 'hide all except number
 * 1'.
 */
const NEGATION = String.raw`not(?! (?:only|just))|\p{L}*n['’]t|never|nicht(?! (?:nur|bloß))|pas(?! (?:seulement|uniquement|que))|não(?! (?:só|apenas|somente))`;
/** 'No' right before a mention may be Portuguese for 'in the': 'baseado no número 3'. */
const NEGATING_WORDS = String.raw`${NEGATION}|no(?!\s*["“']?$)|nobody|neither|keine?`;
const REMOVING_WORDS = String.raw`drop|remove|delete|hide|skip|ignore|forget|(?:leave|take|rule|filter|throw|kick) out|get rid of|discard|reject|omit|exclu(?!siv)\w*|entfern\w*|lösche?|streich\w*|quit[ae]\w*|descart\w*|borr[ae]\w*|sa(?:ca|que)\w*|[eé]limin[ae]\w*|écart\w*|retire\w*|enl[eè]ve\w*|supprime\w*|remov[ae]\w*|tir[ae]`;
const EXCEPTING_WORDS =
  'except(?: for)?|other than|(?:all|anyone|anybody|every(?:one|body)) but|außer|excepto|menos|salvo|sauf|exceto';
const LACKING_WORDS = 'without|ohne|sin|sans|sem';
const REPLACING_WORDS = 'rather than|instead of';
const WORD_START = '(?:^|[\\s,;:(])';
const REJECTING_WORDS = `${WORD_START}(?:(?<negates>${NEGATING_WORDS}|${LACKING_WORDS})|(?<removes>${REMOVING_WORDS})(?:\\s+(?:only|just|also|both))?|(?<excepts>${EXCEPTING_WORDS})|(?<replaces>${REPLACING_WORDS}))(?:\\s+(?:want|need|quiero|gustan?|quero|gosto|veux|include|show|me|see|interested|in|for|about|more|más|mais|any(?:one|body)?|people|profiles|candidates|results?|others?|ones?|like|similar to|such as|as|wie|como|comme))*`;
const ARTICLES =
  /(?:\s*\b(?:the|this|these|der|die|den|dem|el|la|al|le|du|o|a|do|person|people|profiles?|candidates?)\b)*\s*(?::\s*)?["“'(]?$/iu;
const ENDS_IN_REJECTION = new RegExp(`${REJECTING_WORDS}${ARTICLES.source}`, 'iu');
/** A removing verb that is itself negated. 'No' negates only Spanish verbs, since 'no remove number 1' removes. */
const NEGATED_VERB = new RegExp(
  `${WORD_START}(?:(?:not|\\p{L}*n['’]t|never|nicht|não|pas|nunca|jamais)(?:\\s+(?:ever|please|want|you|to|just|yet))*\\s+(?:${REMOVING_WORDS})|no\\s+(?:me\\s+)?(?:quit|elimin|exclu|descart|borr|sa[cq])\\p{L}*)$`,
  'iu',
);
const ENDS_IN_REMOVING_VERB = new RegExp(`(?:${WORD_START}|['’])(?:${REMOVING_WORDS})$`, 'iu');
/** Right before an exception: rejects everybody else, such as 'remove everybody' or 'nobody'. */
const REMOVES_OTHERS = new RegExp(
  `${WORD_START}(?:${NEGATING_WORDS}|(?<removes>${REMOVING_WORDS}))(?:\\s+(?!(?:${REMOVING_WORDS}|and|but|then|und|aber|y|pero|et|mais|e|mas)(?:\\s|$))[^\\s,.;:!?]+){0,6},?$`,
  'iu',
);
/** Right before a negation, which then spares somebody: 'remove numbers 1-3, but not number 2'. */
const REMOVES_BUT = new RegExp(
  `${WORD_START}(?:${REMOVING_WORDS})\\s(?:(?!\\b(?:like|find|show|add|more|want)\\b)[^.;:!?\\n])*\\s(?:but|aber|pero|mais|mas)$`,
  'iu',
);
/** Right before a mention, spares the person: 'remove numbers 1-3, but keep number 2'. */
const KEEPS_BEFORE = new RegExp(`(?<!(?:not|n['’]t|never)\\s+)\\bkeep${ARTICLES.source}`, 'iu');
/** A negation that is really a request: 'why not more like number 2?' */
const SUGGESTION =
  /(?<!\p{L})(?:why (?:not|do(?:n['’]t| not) (?:you|we))|(?:ca|could|would|wo)n['’]t you|(?:are|is) there (?:no|not|nobody)|(?:are|is)n['’]t there|there (?:are|is) (?:no|not|nobody)|warum nicht|gibt es (?:keine?|nicht)|por qu[eé] no|no hay|por que não|não há|pourquoi pas)(?!\p{L})/giu;
const NO_MORE = /\bno more\b/i;
const IN_QUESTION = /^[^.!;\n?]*\?/;

/** Between two people who are rejected together, 'number 1 and number 2', or between two mentions of the same person. */
const jointPattern = (between: string) =>
  new RegExp(
    `^["”']?\\s*(?:[${between}]\\s*)?(?:\\b(?:and(?: also)?|or|nor|plus|as well as|und|oder|y|et|ou|e)\\b)?${ARTICLES.source}`,
    'iu',
  );
const JOINT = jointPattern(',&');
/** After 'instead of', a comma precedes the person who is wanted: 'instead of number 1, number 3'. */
const JOINT_AFTER_REPLACED = jointPattern('&');
const STATEMENT_AFTER = /^\s+(?:is|are|was|looks?|seems?|fits?)\b/i;
/** After several people in a row, speaks of all of them: 'number 1 and number 2 do not fit', 'leave number 1 and number 2 out'. */
const PLURAL_AFTER = /^\s+(?:aren?|don?|out|away|raus|weg|passen|no|ne|não)\b/i;
/** Words right after a mention that leave the person out: 'leave number 1 out'. */
const REMOVED_AFTER =
  /^["”']?(?:\s+(?:one|person|profile|candidate))?\s+(?:out|away|raus|weg|entfernen|löschen|streichen|ausschließen)\b/iu;
/** In German, the verb before decides: 'schließe Nummer 1 aus', but not 'wähle Nummer 1 aus'. */
const OUT_AFTER = /^["”']?\s+aus(?=\s*(?:$|[.,;:!?]|(?:und|bitte)\b))/iu;
const TAKES_OUT_BEFORE = /\b(?:schlie(?:ß|ss)|sortier|blend|nimm|nehm|lass)\p{L}*\s[^.,;:!?]*$/iu;
const UNFIT_AFTER =
  /^["”']?(?:\s+(?:one|person|profile|candidate))?\s+(?:(?:is|are) (?:wrong|irrelevant|(?:no (?:good )?|an? (?:bad|poor|wrong) )(?:fit|match))|(?:is|are)(?:n['’]t| not) (?:an? )?(?:good )?(?:fit|match|relevant|right|suitable)|(?:does|do)(?:n['’]t| not) (?:fit|match|belong)|pass(?:t|en) nicht|no encajan?|não encaixam?|ne convien(?:nen)?t pas)\b/iu;
/**
 * A negation that does not clearly leave the person out, but is no endorsement either: 'I am not sure about number 1', 'number 1 isn't what
 * I want'. After a comparing word it may be about the others: 'not as senior as number 1'.
 */
const DOUBTS_BEFORE = new RegExp(`${WORD_START}(?:${NEGATION})\\s|^\\s*no\\s+["“']?$`, 'iu');
const COMPARES_BEFORE = new RegExp(
  `\\b(?:like|similar to|as|than|wie|als|como|que|comme)${ARTICLES.source}`,
  'iu',
);
/** After these words, too, a negation that follows the mention is about the others: 'close to number 1 that are not in Lima'. */
const RESEMBLES_BEFORE = new RegExp(
  `\\b(?:like|similar to|wie|como|comme|close(?:r|st)? to|resembl\\w+|comparable (?:to|with)|akin to|near)${ARTICLES.source}`,
  'iu',
);
/** Says without a negation why somebody is not wanted. */
const CRITICISM = String.raw`already\s+work|(?:is|are|was|looks?|seems?|est?)\s+(?:\p{L}+\s+){0,2}(?:(?:too|demasiado|trop)\s+(?!please|thank)\p{L}|(?:over|under)qualified|unavailable)`;
const DOUBTS_AFTER = new RegExp(
  `^["”']?\\s+(?:(?:no|não|ne)\\s|\\p{L}*n['’]t(?!\\p{L})|(?:${NEGATION}|no)\\s*$|(?:[^\\s]+\\s+){1,3}(?:${NEGATION}|no)(?!\\p{L})|${CRITICISM})`,
  'iu',
);
/** Right before a mention, asks about the person: 'who is number 1', 'tell me about number 2', but not 'my favourite is number 2'. */
const ASKS_BEFORE = new RegExp(
  `${WORD_START}(?:(?:who|what|where|how|why)(?:['’]s|\\s+(?:is|are|was|does|did|has))|why|(?:tell\\s+me|know|say|details|information)\\s+(?:more\\s+)?(?:about|on)|describe|verify|contact|e-?mail|message|wer\\s+ist|qui[eé]n\\s+es|qui\\s+est|quem\\s+é)${ARTICLES.source}|(?:^|[.!?;,\\n]|(?:^|\\s)(?:and|so|but|then)\\s)\\s*(?:is|are|was|does|did|has|can|could|should|would)${ARTICLES.source}`,
  'iu',
);
/** Asks why people are where they are, or how they compare. */
const EXPLANATION_REQUEST =
  /(?:^|[.!?;\n])[^\S\n]*[¿¡]?(?:(?:and|so|but|ok(?:ay)?|please|then|can you|could you|und|bitte|y|et|e)(?:,|[^\S\n])+)*(?:why|explain|compare|what(?:['’]s| is| are) the differences?|how (?:does|do|did)(?=[^.!?;\n]*\b(?:compare|rank|score))|warum|wieso|weshalb|vergleich(?:e|en|t)?|por qu[eé]|compar(?:a|ar|ez|ons)|pourquoi)(?!\p{L})/iu;
/** A clause that asks to find somebody asks for no explanation. */
const EXPLANATION_BEFORE = new RegExp(
  `${EXPLANATION_REQUEST.source}(?![^.!?;\\n]*(?:\\b(?:find|search|show|get|want|candidates|people|others|someone|somebody|anyone|anybody)\\b))[^.!?;\\n]*$`,
  'iu',
);
const CLAUSE_ENDS = /[,.;:!?\n]|\s(?:and|but|just|und|aber|sondern|y|pero|sino|e|mas|et|mais)\s/iu;

/** 'Do not leave', if the rest of it follows the mention: 'do not leave number 1 out'. */
const NEGATES_REST = new RegExp(
  `${WORD_START}(?:not|\\p{L}*n['’]t|never|nicht|não)(?:\\s+(?:to|want|leave|take|rule|filter|throw|kick|put))*${ARTICLES.source}`,
  'iu',
);

/** The position of a mention in a request. */
export interface Mention {
  start: number;
  end: number;
}

/** In characters: how much text on each side of a mention is examined. Requests may be long and mention people often. */
const MAX_CONTEXT_LENGTH = 100;

/** Whether the words that leave somebody out are themselves negated, or ask for more people like that person. */
function isReversed(found: RegExpExecArray, before: string, after: string): boolean {
  const rest = before.slice(0, found.index);
  const { removes, excepts } = found.groups ?? {};
  if (removes) return NEGATED_VERB.test(`${rest} ${removes}`);
  if (!excepts)
    return (
      ENDS_IN_REMOVING_VERB.test(rest) ||
      REMOVES_BUT.test(rest) ||
      (NO_MORE.test(found[0]) && IN_QUESTION.test(after))
    );
  const others = REMOVES_OTHERS.exec(rest);
  if (others === null) return false;
  const verb = others.groups?.['removes'];
  return !verb || !NEGATED_VERB.test(`${rest.slice(0, others.index)} ${verb}`);
}

/**
 * How a mention rejects a person: 'replaced' if the next one is wanted instead, 'doubted' if the person is just not an example, 'asked' if this
 * mention of them makes none, but another one may. 'kept' spares them, though another mention rejects them.
 */
type Rejection = 'out' | 'replaced' | 'doubted' | 'asked' | 'kept';

/** Whether that leaves the person out of the answer. */
export const leavesOut = (rejection: Rejection | undefined): boolean =>
  rejection === 'out' || rejection === 'replaced';

const textBefore = (request: string, end: number): string =>
  request.slice(Math.max(0, end - MAX_CONTEXT_LENGTH), end);

/** What words that leave somebody out, right before a mention, mean for the person. */
function rejectionBy(found: RegExpExecArray, before: string, after: string): Rejection | undefined {
  const { removes, replaces } = found.groups ?? {};
  if (isReversed(found, before, after)) return removes ? undefined : 'kept';
  return replaces ? 'replaced' : 'out';
}

/** @param mention with `first`, the start of the first of the people mentioned in a row with this one */
function rejectionAt(
  request: string,
  { start, end, first }: Mention & { first: number },
  next: number | undefined,
): Rejection | undefined {
  const before = textBefore(request, start).replace(SUGGESTION, '.');
  const after = request.slice(end, end + MAX_CONTEXT_LENGTH);
  if (UNFIT_AFTER.test(after)) return 'out';
  if (REMOVED_AFTER.test(after) || (OUT_AFTER.test(after) && TAKES_OUT_BEFORE.test(before)))
    return NEGATES_REST.test(textBefore(request, first)) ? undefined : 'out';
  const found = ENDS_IN_REJECTION.exec(before);
  if (found !== null) return rejectionBy(found, before, after);
  if (asksAbout(before)) return 'asked';
  const own =
    next === undefined
      ? after
      : request.slice(end, Math.min(end + MAX_CONTEXT_LENGTH, next)).replace(ENDS_IN_REJECTION, '');
  // A negation before several people in a row is about the first: 'not number 1 or number 2'.
  const ownBefore = first < start ? textBefore(request, start).slice(first - start) : before;
  if (isDoubted(ownBefore, own)) return 'doubted';
  return KEEPS_BEFORE.test(before) ? 'kept' : undefined;
}

/** Whether a request asks why people are where they are, or how they compare, which a search cannot answer. */
export const asksToExplain = (request: string): boolean =>
  EXPLANATION_REQUEST.test(request.replace(SUGGESTION, '.'));

/** Whether the words before a mention ask about the person, rather than for people like them. */
const asksAbout = (before: string): boolean =>
  ASKS_BEFORE.test(before) || (EXPLANATION_BEFORE.test(before) && !RESEMBLES_BEFORE.test(before));

/** Whether the clause negates something about the person it mentions. */
function isDoubted(before: string, after: string): boolean {
  const [own = ''] = after.split(CLAUSE_ENDS, 1);
  return (
    !COMPARES_BEFORE.test(before) &&
    (DOUBTS_BEFORE.test(before.split(CLAUSE_ENDS).at(-1) ?? '') ||
      (!RESEMBLES_BEFORE.test(before) && DOUBTS_AFTER.test(own)))
  );
}

const mentionKey = ({ start, end }: Mention): string => `${start}-${end}`;

type Rejections = Map<string, Rejection>;

/** Whether only words such as 'and' are between two places in a request. */
const areListed = (joint: RegExp, request: string, from: number, to: number): boolean =>
  to - from <= MAX_CONTEXT_LENGTH && joint.test(request.slice(from, to));

/** How each mention is rejected by the words around it, or before the first of several in a row. */
function rejectionsInOrder(request: string, mentions: readonly Mention[]): Rejections {
  const rejections: Rejections = new Map();
  let last: (Mention & { first: number; says: Rejection | undefined }) | undefined;
  for (const [index, mention] of mentions.entries()) {
    const joint = last?.says === 'replaced' ? JOINT_AFTER_REPLACED : JOINT;
    const before = last && areListed(joint, request, last.end, mention.start) ? last : undefined;
    const listed = { ...mention, first: before?.first ?? mention.start };
    const own = rejectionAt(request, listed, mentions[index + 1]?.start);
    const says = own ?? (STATEMENT_AFTER.test(request.slice(mention.end)) ? undefined : before?.says);
    if (says) rejections.set(mentionKey(mention), says);
    last = { ...listed, says };
  }
  return rejections;
}

/** Adds how mentions are rejected by the words after the last of several in a row. */
function addFollowing(rejections: Rejections, request: string, mentions: readonly Mention[]): void {
  let next: { start: number; says: Rejection } | undefined;
  for (const mention of mentions.toReversed()) {
    const { start, end } = mention;
    const listed = next && areListed(JOINT, request, end, next.start) ? next.says : undefined;
    const says = rejections.get(mentionKey(mention)) ?? listed;
    if (says) rejections.set(mentionKey(mention), says);
    next = says && (listed || PLURAL_AFTER.test(request.slice(end))) ? { start, says } : undefined;
  }
}

/** How each mention in a request rejects a person; undefined for one that does not. */
export function rejectionsAmong(
  request: string,
  all: readonly Mention[],
): (mention: Mention) => Rejection | undefined {
  const places = new Map(all.map((mention) => [mentionKey(mention), mention]));
  const inOrder = [...places.values()].toSorted((a, b) => a.start - b.start);
  const rejections = rejectionsInOrder(request, inOrder);
  addFollowing(rejections, request, inOrder);
  return (mention) => rejections.get(mentionKey(mention));
}
