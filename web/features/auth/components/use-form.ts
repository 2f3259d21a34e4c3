import type { SubmitEvent } from 'react';
import { useState } from 'react';
import type { Validate } from '../model/validate.ts';

interface UseFormOptions<Name extends string> {
  /** By the fields' names, in the order in which they stand. */
  validators: ReadonlyMap<Name, Validate>;
  /** Called with every edit. */
  onEdit: () => void;
  /** Called when every field holds, with what reads a field. */
  onSubmit: (read: (name: Name) => string) => void;
}

export interface Form<Name extends string> {
  errorOf: (name: Name) => string | undefined;
  /** For the form element. */
  handlers: {
    noValidate: true;
    onInput: (event: { target: EventTarget }) => void;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
}

/**
 * Validates a form's fields when it is sent; what does not hold is said beside its field, and the first such field gets the focus. The
 * fields keep their values themselves, so that what a password manager fills in counts.
 */
export function useForm<Name extends string>({
  validators,
  onEdit,
  onSubmit,
}: UseFormOptions<Name>): Form<Name> {
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    errorOf: (name) => errors.get(name),
    handlers: {
      noValidate: true,
      onInput({ target }) {
        onEdit();
        if (!(target instanceof HTMLInputElement) || !errors.has(target.name)) return;
        setErrors(new Map([...errors].filter(([name]) => name !== target.name)));
      },
      onSubmit(event) {
        event.preventDefault();
        const form = event.currentTarget;
        const read = (name: string) => fieldOf(form, name)?.value ?? '';
        const found = new Map(
          Array.from(validators).flatMap(([name, validate]) => {
            const fault = validate(read(name));
            return fault === undefined ? [] : [[name, fault] as const];
          }),
        );
        setErrors(found);
        const [first] = found.keys();
        if (first === undefined) onSubmit(read);
        else fieldOf(form, first)?.focus();
      },
    },
  };
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : undefined;
}
