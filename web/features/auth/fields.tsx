import { Field } from '@base-ui/react/field';
import { Form } from '@base-ui/react/form';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { LIMITS } from '#shared/limits.ts';
import { Button, classNames, Spinner } from '#web/ui/index.ts';
import { clearError, type LoadingMessage } from './actions.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { AuthError, useSiteConfig } from './screen.tsx';
import * as validation from './validation.ts';

interface AuthFormProps<Name extends string> {
  /** Called when every field is valid, with what is typed, by the fields' names. */
  onSubmit: (values: Record<Name, string>) => Promise<unknown>;
  children: ReactNode;
}

/**
 * A form whose fields are validated when it is sent. An error stays beside its field until that is edited, and the first invalid field
 * gets the focus. The values are read from the inputs, so that what a password manager fills in counts.
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
  /** Said where the browser itself finds the value malformed; it looks before `validate` does. */
  malformed?: string;
  /** What the server says is wrong with it. */
  error?: string | undefined;
  /** What to know before filling it in. */
  hint?: ReactNode;
  /** Stands at the end of the field, over it. */
  inset?: ReactNode;
  className?: string;
}

/** One labelled, required line of a form, with its error under it. */
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

/** What a person is called here. */
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

/** Marked as the username, since password managers look for that. `isNew` for one that is to have an account. */
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

/** A password to be chosen, as the deployment asks for it. */
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

/** A password, which can be shown while it is typed. */
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

/**
 * Not disabled while an action runs, so that it does not lose the focus. It shows the message of an action while that runs: of the one
 * of `busyWith`, or of any.
 */
export function SubmitButton({ children, busyWith }: { children: string; busyWith?: LoadingMessage }) {
  const loadingMessage = useAuth((state) => state.loadingMessage);
  const isBusy = loadingMessage !== undefined && loadingMessage === (busyWith ?? loadingMessage);
  return (
    <Button
      variant="primary"
      type="submit"
      aria-disabled={loadingMessage !== undefined}
      className="min-h-11 text-reading"
    >
      {isBusy && <Spinner />}
      {isBusy ? loadingMessage : children}
    </Button>
  );
}
