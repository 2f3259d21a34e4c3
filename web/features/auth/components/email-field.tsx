import { Field } from './field.tsx';

interface EmailFieldProps {
  error: string | undefined;
  defaultValue?: string | undefined;
}

/** Named as password managers look for it: the address is what one signs in with. */
export function EmailField({ error, defaultValue }: EmailFieldProps) {
  return (
    <Field
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
      defaultValue={defaultValue}
    />
  );
}
