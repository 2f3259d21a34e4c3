import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from './field.tsx';

interface PasswordFieldProps {
  label?: string;
  error: string | undefined;
  /** One to be chosen, rather than the one that is known. */
  isNew?: boolean;
  /** What to know before choosing one. */
  hint?: string;
}

/** A password that can be shown to whoever types it. */
export function PasswordField({ label = 'Password', error, isNew = false, hint }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      name="password"
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
      hint={hint}
      inset={
        <Button
          variant="quiet"
          size="small"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
