import { Button, Checkbox, Mark, PasswordField, TextField } from '@scantix/ui-shell/react';
import { useSetAtom } from 'jotai';
import { useActionState, useEffect, useRef, useState } from 'react';
import { useStart } from '../../app-context.ts';
import { useOnline } from '../../shell/use-online.ts';

interface LoginFormState {
  readonly fields: { readonly username?: string; readonly password?: string };
  readonly error: string | null;
  /** Epoch milliseconds until which the server wants no further try. */
  readonly retryAt: number | null;
}

const UNTOUCHED: LoginFormState = { fields: {}, error: null, retryAt: null };

/** Sign In (specification, sections 2, 7 and 8): the form, its inline and summary errors. */
export function LoginView() {
  const { atoms, speaker } = useStart();
  const login = useSetAtom(atoms.loginAtom);
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(false);

  const [state, submit, busy] = useActionState(async (): Promise<LoginFormState> => {
    const clerk = username.trim();
    if (clerk === '' || password === '') {
      return {
        ...UNTOUCHED,
        fields: {
          ...(clerk === '' && { username: 'Enter your username.' }),
          ...(password === '' && { password: 'Enter your password.' }),
        },
      };
    }
    const outcome = await login({ clerk, password, rememberMe });
    if (outcome.ok) return UNTOUCHED;
    const { message, retryAfterMs } = outcome;
    return { fields: {}, error: message, retryAt: retryAfterMs === undefined ? null : Date.now() + retryAfterMs };
  }, UNTOUCHED);

  const secondsLeft = useSecondsUntil(state.retryAt);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (state.error) form.current?.querySelector<HTMLElement>('#login-error')?.focus();
  }, [state]);

  return (
    <div className="app-login">
      <div className="app-login__art">
        <Mark />
        <p className="app-login__brand">
          <Mark />
          Scantix
        </p>
        <p className="app-login__promise">
          Scans are kept on this device until the server has them, with or without a network.
        </p>
      </div>
      <form ref={form} className="app-login__form" action={submit} noValidate onSubmit={() => speaker.unlock()}>
        <h1>Sign In</h1>
        {!online && <p className="app-login__note">No network. Signing in needs one.</p>}
        {state.error && (
          <p id="login-error" className="app-login__error" role="alert" tabIndex={-1}>
            {state.error}
            {secondsLeft > 0 && ` ${secondsLeft} s left.`}
          </p>
        )}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          value={username}
          error={state.fields.username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={state.fields.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Checkbox
          label="Remember me"
          name="remember"
          checked={rememberMe}
          onChange={(event) => setRememberMe(event.target.checked)}
        />
        <Button type="submit" variant="primary" size={56} wide busy={busy} disabled={secondsLeft > 0}>
          Sign In
        </Button>
        <p className="app-login__foot">Forgot your password? Ask your supervisor.</p>
      </form>
    </div>
  );
}

/** Whole seconds until a moment on the wall clock, counted down while it lies ahead. */
function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000));
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}
