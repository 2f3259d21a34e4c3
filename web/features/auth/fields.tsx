import { Field } from '@base-ui/react/field';
import { Form } from '@base-ui/react/form';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { LIMITS } from '#shared/limits.ts';
import { Button, classNames, Spinner } from '#web/ui/index.ts';
import { clearError, type LoadingMessage } from './actions.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { AuthError } from './screen.tsx';
import { useSiteConfig } from './site-config.ts';
import * as validation from './validation.ts';

interface AuthFormProps<Name extends string> {
  /** Called when every field is valid, with the typed values by field name. */
  onSubmit: (values: Record<Name, string>) => Promise<unknown>;
  children: ReactNode;
}

/**
 * A form that validates its fields when it is submitted. An error stays next to its field until that is edited, and the first invalid field
 * gets focus. The values are read from the inputs, so that they include what a password manager fills in.
 */
export function AuthForm<Name extends string>({ onSubmit, children }: AuthFormProps<Name>) {
  const auth = useAuthContext();
  return (
    <Form<Record<Name, string>>
      // In this mode an edit clears a field's error. Validation on blur, its other effect, is prevented in `TextField`.
      validationMode="onBlur"
      onFormSubmit={(values) => void onSubmit(values)}
      onInput={() => clearError(auth)}
      className="mt-7 flex flex-col gap-4"
    >
      <AuthError />
      {children}
    </Form>
  );
}

interface TextFieldProps extends Omit<ComponentProps<typeof Field.Control>, 'className'> {
  name: string;
  label: string;
  validate: validation.Validate;
  /** Shown if the browser itself finds the value malformed, which it checks before `validate`. */
  malformed?: string;
  /** The server's error for this field. */
  error?: string | undefined;
  /** Help, shown below the field. */
  hint?: ReactNode;
  /** Overlaid at the end of the field. */
  inset?: ReactNode;
  className?: string;
}

/** A labelled, required single-line field, with its error below. */
export function TextField(props: TextFieldProps) {
  const { name, label, validate, malformed, error, hint, inset, className, ...control } = props;
  return (
    <Field.Root
      name={name}
      validate={(value) => validate(String(value)) ?? null}
      className="flex flex-col gap-1.5"
    >
      <Field.Label className="font-medium text-body">{label}</Field.Label>
      <div className="relative">
        <Field.Control
          // Not `required`: the browser's own message would come before ours.
          aria-required="true"
          onBlur={(event) => event.preventBaseUIHandler()}
          className={classNames(
            'h-11 w-full rounded-medium border border-line-strong bg-surface px-3 text-reading transition-[border-color] placeholder:text-ink-subtle',
            'read-only:text-ink-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:not-focus-visible:border-poor',
            inset !== undefined && 'pe-18',
            className,
          )}
          {...(error !== undefined && { 'aria-invalid': true })}
          {...control}
        />
        {inset && <div className="absolute inset-y-0 end-1.5 flex items-center">{inset}</div>}
      </div>
      <Field.Error
        render={<p />}
        role="alert"
        className="text-poor text-small"
        {...(malformed !== undefined && { match: 'customError' })}
        {...(error !== undefined && { match: true, children: error })}
      />
      {malformed !== undefined && (
        <Field.Error render={<p />} role="alert" className="text-poor text-small" match="typeMismatch">
          {malformed}
        </Field.Error>
      )}
      {hint !== undefined && (
        <Field.Description className="text-ink-subtle text-small">{hint}</Field.Description>
      )}
    </Field.Root>
  );
}

/** The user's display name. */
export const NameField = ({ defaultValue }: { defaultValue?: string }) => (
  <TextField
    name="name"
    label="Name"
    type="text"
    dir="auto"
    autoComplete="name"
    maxLength={LIMITS.titleLength}
    defaultValue={defaultValue}
    validate={validation.validateName}
  />
);

/** Marked as the username, which password managers look for. `isNew` if the address is to get an account. */
export function EmailField({ value, isNew = false }: { value?: string | undefined; isNew?: boolean }) {
  const domains = useSiteConfig()?.emailDomains;
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
      validate={(email) =>
        isNew ? validation.validateNewEmail(email, domains) : validation.validateEmail(email)
      }
      {...(isNew && domains?.length && { hint: validation.domainRefusal(domains) })}
      malformed={AUTH_ERRORS['invalid-email']}
    />
  );
}

export const CurrentPasswordField = ({
  label = 'Password',
  error,
}: {
  label?: string;
  error?: string | undefined;
}) => (
  <PasswordField
    label={label}
    autoComplete="current-password"
    validate={validation.validatePassword}
    error={error}
  />
);

/** A new password, subject to the deployment's policy. */
export function NewPasswordField({ label = 'Password', name }: { label?: string; name?: string }) {
  const policy = useSiteConfig()?.passwordPolicy;
  return (
    <PasswordField
      label={label}
      {...(name !== undefined && { name })}
      autoComplete="new-password"
      hint={validation.policyHint(policy)}
      validate={(value) => validation.validateNewPassword(value, policy)}
    />
  );
}

/** A password field that can show what is typed. */
function PasswordField({
  name = 'password',
  ...props
}: Pick<TextFieldProps, 'label' | 'autoComplete' | 'validate' | 'hint' | 'error'> & { name?: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      name={name}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
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

/** Not disabled while an action runs, so that it keeps focus. While the one with the message `busyWith` runs, it shows that message. */
export function SubmitButton({ children, busyWith }: { children: string; busyWith: LoadingMessage }) {
  const loadingMessage = useAuth((state) => state.loadingMessage);
  const isBusy = loadingMessage === busyWith;
  return (
    <Button
      variant="primary"
      type="submit"
      aria-disabled={loadingMessage !== undefined}
      className="min-h-11 text-reading"
    >
      {isBusy && <Spinner />}
      <span>{isBusy ? loadingMessage : children}</span>
    </Button>
  );
}
