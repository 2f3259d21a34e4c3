import { isDeepStrictEqual } from 'node:util';
import { NewerItemError } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { type Item, type Key, type Kind, kindOf } from './keys.ts';

/**
 * Every item says in this attribute in which version of its kind it is written. Items from before there were versions lack it: they are
 * version 0, which differs from version 1 in nothing else.
 */
export const VERSION = 'v';

/** Makes an item of one version one of the next. It is given parts of items too: what it does not find it leaves alone. */
type Upgrade = (item: Item) => Item;

/** Where two versions differ in nothing but their number. */
const asItIs: Upgrade = (item) => item;

/**
 * For each kind, what makes each version the next, from version 0 on: their number is the current version. A new one is added
 * here together with the code that writes it, and `npm run migrate` brings the table up to it; until then it is what readers see.
 */
const UPGRADES: Readonly<Record<Kind, readonly Upgrade[]>> = {
  user: [asItIs],
  spent: [asItIs],
  usage: [asItIs],
  chat: [asItIs],
  digest: [asItIs],
  message: [asItIs],
  'message part': [asItIs],
  list: [asItIs],
  'listed person': [asItIs],
  share: [asItIs],
  snapshot: [asItIs],
  search: [asItIs],
  event: [asItIs],
  'event part': [asItIs],
  quota: [asItIs],
  slots: [asItIs],
  'suppression key': [asItIs],
  suppressed: [asItIs],
  lookup: [asItIs],
  'lookup part': [asItIs],
};

export interface StoredVersion {
  kind: Kind;
  stored: number;
  current: number;
}

/** What is known of the versions of every kind. */
export class ItemVersions {
  readonly #upgrades: Readonly<Record<Kind, readonly Upgrade[]>>;

  /** @param own in place of those of these kinds, for tests */
  constructor(own: Partial<Record<Kind, readonly ((item: Item) => Item)[]>> = {}) {
    this.#upgrades = { ...UPGRADES, ...own };
  }

  /** The current version of every kind. */
  current(): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(this.#upgrades).map(([kind, steps]) => [kind, steps.length]));
  }

  /** Undefined for a key of no kind. */
  find(item: Item): StoredVersion | undefined {
    const kind = kindOf(item);
    if (kind === undefined) return undefined;
    return { kind, stored: versionIn(item), current: this.#upgrades[kind].length };
  }

  /** The item as its current version has it, whichever version it is stored in. @throws NewerItemError */
  read(item: Item): Item {
    const found = this.find(item);
    if (found === undefined) return item;
    const { kind, stored, current } = found;
    if (stored > current) throw new NewerItemError(found);
    const upgraded = this.#upgrades[kind].slice(stored).reduce((older, upgrade) => upgrade(older), item);
    return { ...upgraded, [VERSION]: current };
  }

  /** The item to put, with its version. */
  stamp<Given extends Key & Item>(item: Given): Given & Item {
    return { ...item, [VERSION]: this.#kindAt(item).current };
  }

  /**
   * Lets an update pass only where it makes an item, or finds one that may be changed in place: of the current version, or of one that
   * differs in nothing but its number.
   */
  guard(key: Key, update: UpdateExpression): UpdateExpression {
    const { current } = this.#kindAt(key);
    const oldest = this.#oldestInPlace(key);
    const version = update.name(VERSION);
    update.set(VERSION, current);
    return oldest === 0
      ? update.refuse(`${version} > ${update.value(current)}`)
      : update.require(
          `(attribute_not_exists(pk) OR ${version} BETWEEN ${update.value(oldest)} AND ${update.value(current)})`,
        );
  }

  /** Whether some items of the kind have to be upgraded before they can be changed in place. */
  mayNeedUpgrade = (key: Key): boolean => this.#oldestInPlace(key) > 0;

  /**
   * The update that writes an older item in its current version, on condition that what it was made from has not changed; undefined where
   * there is nothing to do. @throws NewerItemError
   */
  upgradeOf(item: Item): UpdateExpression | undefined {
    const found = this.find(item);
    const { pk: _pk, sk: _sk, ...wanted } = this.read(item);
    if (found === undefined || found.stored === found.current) return undefined;
    const update = new UpdateExpression().require('attribute_exists(pk)');
    const { pk: __pk, sk: __sk, ...stored } = item;
    const changed = [...new Set([...Object.keys(wanted), ...Object.keys(stored)])].filter(
      (name) => !isDeepStrictEqual(wanted[name], stored[name]),
    );
    for (const name of changed)
      if (wanted[name] === undefined) update.remove(name);
      else update.set(name, wanted[name]);
    // Where only the number changes, other changes may come between.
    const seen = changed.length === 1 ? changed : [...new Set([...changed, ...Object.keys(stored)])];
    for (const name of seen)
      if (stored[name] === undefined) update.require(`attribute_not_exists(${update.name(name)})`);
      else update.requireThat(name, '=', stored[name]);
    return update;
  }

  #kindAt(key: Key): StoredVersion {
    const found = this.find({ pk: key.pk, sk: key.sk });
    if (found === undefined) throw new Error('An item of no known kind is not written');
    return found;
  }

  #oldestInPlace(key: Key): number {
    const upgrades = this.#upgrades[this.#kindAt(key).kind];
    return upgrades.findLastIndex((upgrade) => upgrade !== asItIs) + 1;
  }
}

const versionIn = ({ [VERSION]: version = 0 }: Item): number => Number(version);
