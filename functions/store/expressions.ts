type Clause = 'SET' | 'ADD' | 'DELETE' | 'REMOVE';

/** Builds the clauses and conditions of one update. Values, and attribute names passed to its methods, become placeholders. */
export class UpdateExpression {
  readonly #clauses = new Map<Clause, string[]>();
  readonly #conditions: string[] = [];
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  set(attribute: string, value: unknown): this {
    return this.#clause('SET', `${this.name(attribute)} = ${this.value(value)}`);
  }

  /** Sets the attribute only if it does not exist. */
  setOnce(attribute: string, value: unknown): this {
    const name = this.name(attribute);
    return this.#clause('SET', `${name} = if_not_exists(${name}, ${this.value(value)})`);
  }

  remove(attribute: string): this {
    return this.#clause('REMOVE', this.name(attribute));
  }

  /** The path of an entry in a map attribute, for conditions, {@link setAt} and {@link removeAt}. */
  entry(attribute: string, key: string): string {
    // A placeholder may contain only letters, digits and underscores; a key may contain anything.
    const placeholder = `#entry${Object.keys(this.#names).length}`;
    this.#names[placeholder] = key;
    return `${this.name(attribute)}.${placeholder}`;
  }

  /** Like {@link set}, for a path. The map must exist. */
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

  /** Removes elements from a set. */
  delete(attribute: string, value: ReadonlySet<string>): this {
    return this.#clause('DELETE', `${this.name(attribute)} ${this.value(value)}`);
  }

  /** Adds a condition. The update is applied only if all conditions hold. */
  require(condition: string): this {
    this.#conditions.push(condition);
    return this;
  }

  /** The update is not applied if the comparison holds. A comparison with a missing attribute never holds. */
  refuse(comparison: string): this {
    return this.require(`NOT ${comparison}`);
  }

  /** Like {@link require}, comparing an attribute with a value. */
  requireThat(attribute: string, comparison: '=' | '<' | '<=' | '>' | '<>', value: unknown): this {
    return this.require(`${this.name(attribute)} ${comparison} ${this.value(value)}`);
  }

  /** The placeholder for an attribute name, for use in conditions. */
  name(attribute: string): string {
    this.#names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  }

  /** The placeholder for a value. */
  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  build() {
    const clauses = [...this.#clauses].map(([clause, actions]) => `${clause} ${actions.join(', ')}`);
    // DynamoDB rejects fields that are present but empty.
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
