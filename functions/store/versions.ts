import { isDeepStrictEqual } from 'node:util';
import { NewerItemError } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { type Item, type Key, type Kind, kindOf } from './keys.ts';

/**
 * The attribute with the item's schema version, which is numbered per kind. Items from before versioning lack it: they are version 0, which
 * is otherwise identical to version 1.
 */
export const VERSION = 'v';

/** Converts an item to the next version. It is also called with partially read items, and must ignore missing attributes. */
type Upgrade = (item: Item) => Item;

/** For versions that differ only in their number. */
const unchanged: Upgrade = (item) => item;

/**
 * For each kind, the upgrades from version 0 on; their number is the current version. Add a new one here together with the code that
 * writes it. `npm run migrate` then upgrades the table; until then, older items are upgraded when read.
 */
const UPGRADES: Readonly<Record<Kind, readonly Upgrade[]>> = {
  user: [unchanged],
  spent: [unchanged],
  usage: [unchanged],
  chat: [unchanged],
  digest: [unchanged],
  message: [unchanged],
  'message part': [unchanged],
  list: [unchanged],
  'listed person': [unchanged],
  share: [unchanged],
  snapshot: [unchanged],
  search: [unchanged],
  event: [unchanged],
  'event part': [unchanged],
  quota: [unchanged],
  slots: [unchanged],
  'suppression key': [unchanged],
  suppressed: [unchanged],
  lookup: [unchanged],
  'lookup part': [unchanged],
};

export interface StoredVersion {
  kind: Kind;
  stored: number;
  current: number;
}

/** The versions of all kinds, and how to upgrade items to them. */
export class ItemVersions {
  readonly #upgrades: Readonly<Record<Kind, readonly Upgrade[]>>;

  /** @param own upgrades that replace the default ones of their kinds, for tests */
  constructor(own: Partial<Record<Kind, readonly ((item: Item) => Item)[]>> = {}) {
    this.#upgrades = { ...UPGRADES, ...own };
  }

  /** The current version of every kind. */
  current(): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(this.#upgrades).map(([kind, steps]) => [kind, steps.length]));
  }

  /** Undefined if the key is of no known kind. */
  find(item: Item): StoredVersion | undefined {
    const kind = kindOf(item);
    if (kind === undefined) return undefined;
    return { kind, stored: versionIn(item), current: this.#upgrades[kind].length };
  }

  /** The item upgraded to the current version. @throws NewerItemError */
  read(item: Item): Item {
    const found = this.find(item);
    if (found === undefined) return item;
    const { kind, stored, current } = found;
    if (stored > current) throw new NewerItemError(found);
    const upgraded = this.#upgrades[kind].slice(stored).reduce((older, upgrade) => upgrade(older), item);
    return { ...upgraded, [VERSION]: current };
  }

  /** The item with the current version, ready to put. */
  stamp<Given extends Key & Item>(item: Given): Given & Item {
    return { ...item, [VERSION]: this.#kindAt(item).current };
  }

  /**
   * Restricts an update to items that do not exist yet or may be changed in place: those of the current version, or of one that differs
   * only in its number.
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
   * The update that upgrades a stored item, on condition that the item has not changed since it was read; undefined if the item is current.
   * @throws NewerItemError
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
    // If only the number changes, concurrent changes to the other attributes do no harm.
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
    return upgrades.findLastIndex((upgrade) => upgrade !== unchanged) + 1;
  }
}

const versionIn = ({ [VERSION]: version = 0 }: Item): number => Number(version);
