import { Field } from './field.tsx';

/** The six digits of a mail; phones offer them from it. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      name="code"
      label="Code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      required
      error={error}
      className="font-medium tabular-nums tracking-[0.3em]"
    />
  );
}
