import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useSecondsUntil } from '../hooks/use-seconds-until.ts';
import { type AuthSession, type Clock, type Credentials, type LoginFailure, systemClock } from '../index.ts';
import { SIGN_IN_TEXTS, type SignInTexts } from './sign-in-texts.ts';
import { TextField } from './text-field.tsx';
import { useOnline } from './use-online.ts';

/** A sign-in that has failed, and what was typed. */
export interface SignInFailure {
  readonly failure: LoginFailure;
  readonly credentials: Credentials;
}

/** Properties of {@link SignInForm}; others go to the `form` element, such as `className`. */
export interface SignInFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit' | 'ref'> {
  readonly session: Pick<AuthSession, 'login'>;
  /** Other texts than English ones. @default SIGN_IN_TEXTS */
  readonly texts?: Partial<SignInTexts>;
  /** Called after a failed sign-in, such as one with `new-password-required`, which the app answers with a form of its own. */
  readonly onFailure?: (failed: SignInFailure) => void;
  /** @default the clock of the machine */
  readonly clock?: Clock;
}

interface FormState {
  readonly busy: boolean;
  readonly missing: { readonly username: boolean; readonly password: boolean };
  readonly failure: LoginFailure | null;
  /** Until when the server takes no further attempt, by `clock.monotonicNow()`. */
  readonly retryAt: number | null;
}

const UNTOUCHED: FormState = {
  busy: false,
  missing: { username: false, password: false },
  failure: null,
  retryAt: null,
};

/**
 * A form for signing in, without looks: labels, errors, countdown, and what password managers need. After a sign-in the
 * session changes, and whoever renders the form takes it away.
 *
 * @example
 * const valid = useIsSessionValid(session);
 * return <>{!valid && <SignInForm session={session} className="card" />}</>;
 */
export function SignInForm({ session, texts, onFailure, clock = systemClock, children, ...form }: SignInFormProps) {
  const words = { ...SIGN_IN_TEXTS, ...texts };
  const [state, setState] = useState(UNTOUCHED);
  const element = useRef<HTMLFormElement>(null);
  const online = useOnline();
  const secondsLeft = useSecondsUntil(state.retryAt, clock);

  useEffect(() => {
    if (state.busy) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [state]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state.busy || secondsLeft > 0) return;
    // Read from the fields: what a password manager fills in raises no event in some browsers.
    const fields = new FormData(event.currentTarget);
    const clerk = String(fields.get('username')).trim();
    const password = String(fields.get('password'));
    if (clerk === '' || password === '') {
      setState({ ...UNTOUCHED, missing: { username: clerk === '', password: password === '' } });
      return;
    }
    setState({ ...UNTOUCHED, busy: true });
    const credentials = { clerk, password, rememberMe: fields.has('remember') };
    const outcome = await session.login(credentials);
    if (outcome.ok) {
      setState(UNTOUCHED);
      return;
    }
    const { retryAfterMs } = outcome;
    const retryAt = retryAfterMs === undefined ? null : clock.monotonicNow() + retryAfterMs;
    setState({ ...UNTOUCHED, failure: outcome, retryAt });
    onFailure?.({ failure: outcome, credentials });
  }

  const { busy, failure, missing } = state;
  return (
    // By POST: sent before the page has its script, a password must not stand in an address.
    <form {...form} ref={element} method="post" noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      {!online && <p role="status">{words.offline}</p>}
      {failure && (
        <p role="alert" tabIndex={-1}>
          {words.failure(failure)}
        </p>
      )}
      <TextField
        label={words.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={missing.username ? words.missingUsername : null}
      />
      <TextField
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        error={missing.password ? words.missingPassword : null}
      />
      <label>
        <input type="checkbox" name="remember" /> {words.rememberMe}
      </label>
      {/* Not `disabled`, which would take the focus away while the answer is awaited. */}
      <button type="submit" aria-disabled={busy || secondsLeft > 0}>
        {secondsLeft > 0 ? words.retryIn(secondsLeft) : words.submit}
      </button>
      {children}
    </form>
  );
}
