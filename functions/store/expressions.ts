type Clause = 'SET' | 'ADD' | 'DELETE' | 'REMOVE';

/** Collects the clauses and conditions of one update; values and changed names go through placeholders. */
export class UpdateExpression {
  readonly #clauses = new Map<Clause, string[]>();
  readonly #conditions: string[] = [];
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  set(attribute: string, value: unknown): this {
    return this.#clause('SET', `${this.name(attribute)} = ${this.value(value)}`);
  }

  /** Keeps a value that is there already. */
  setOnce(attribute: string, value: unknown): this {
    const name = this.name(attribute);
    return this.#clause('SET', `${name} = if_not_exists(${name}, ${this.value(value)})`);
  }

  remove(attribute: string): this {
    return this.#clause('REMOVE', this.name(attribute));
  }

  /** The path of an entry in an attribute that is a map, for conditions and {@link setAt}. */
  entry(attribute: string, key: string): string {
    // A placeholder takes letters, digits and underscores only; a key may be anything.
    const placeholder = `#entry${Object.keys(this.#names).length}`;
    this.#names[placeholder] = key;
    return `${this.name(attribute)}.${placeholder}`;
  }

  /** As {@link set}, of a path. The map has to be there. */
  setAt(path: string, value: unknown): this {
    return this.#clause('SET', `${path} = ${this.value(value)}`);
  }

  removeAt(path: string): this {
    return this.#clause('REMOVE', path);
  }

  /** Adds to a number, or elements to a set. */
  add(attribute: string, value: number | ReadonlySet<string>): this {
    return this.#clause('ADD', `${this.name(attribute)} ${this.value(value)}`);
  }

  /** Takes elements out of a set. */
  delete(attribute: string, value: ReadonlySet<string>): this {
    return this.#clause('DELETE', `${this.name(attribute)} ${this.value(value)}`);
  }

  /** The update happens only when every condition holds. */
  require(condition: string): this {
    this.#conditions.push(condition);
    return this;
  }

  /** The update does not happen where this holds. A comparison with what the item lacks never does. */
  refuse(comparison: string): this {
    return this.require(`NOT ${comparison}`);
  }

  /** As {@link require}, of one attribute and a value. */
  requireThat(attribute: string, comparison: '=' | '<' | '<=' | '>' | '<>', value: unknown): this {
    return this.require(`${this.name(attribute)} ${comparison} ${this.value(value)}`);
  }

  /** The placeholder of an attribute, for conditions. */
  name(attribute: string): string {
    this.#names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  }

  /** The placeholder of a value. */
  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  build() {
    const clauses = [...this.#clauses].map(([clause, actions]) => `${clause} ${actions.join(', ')}`);
    // DynamoDB refuses what is there but empty.
    return {
      ...(this.#conditions.length > 0 && { ConditionExpression: this.#conditions.join(' AND ') }),
      ...(clauses.length > 0 && { UpdateExpression: clauses.join(' ') }),
      ...(Object.keys(this.#names).length > 0 && { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }

  #clause(clause: Clause, action: string): this {
    this.#clauses.set(clause, [...(this.#clauses.get(clause) ?? []), action]);
    return this;
  }
}
