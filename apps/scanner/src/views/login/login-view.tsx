import { type Clock, systemClock } from '@scantix/auth-session';
import { useSecondsUntil } from '@scantix/auth-session/hooks';
import { translateText } from '@scantix/i18n';
import { Button, Checkbox, Mark, PasswordField, TextField, useOnline } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, startTransition, useActionState, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type EarlyEntries, takeFirstPaint } from '../../browser/first-paint.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useStart } from '../../services/app-context.ts';

interface LoginFormState {
  readonly missing: { readonly username: boolean; readonly password: boolean };
  readonly error: string | null;
  /** Until when the server rejects further attempts, by `clock.monotonicNow()`. */
  readonly retryAt: number | null;
}

const NOTHING_MISSING = { username: false, password: false };
const UNTOUCHED: LoginFormState = { missing: NOTHING_MISSING, error: null, retryAt: null };

const NewPasswordForm = lazy(async () => ({
  default: (await import('./new-password-form.tsx')).NewPasswordForm,
}));

/** What the fields hold: some password managers fill them without an event, and a render would empty them again. */
const credentialsOf = (entries: FormData) =>
  [String(entries.get('username')), String(entries.get('password'))] as const;

/** Sign In (specification, sections 2, 7 and 8): the form, its inline and summary errors. */
export function LoginView({ clock = systemClock }: { clock?: Clock }) {
  const { atoms, speaker } = useStart();
  const updateReady = useAtomValue(atoms.updateReadyAtom);
  const applyUpdate = useSetAtom(atoms.applyUpdateAtom);
  const i18n = useI18n();
  const login = useSetAtom(atoms.loginAtom);
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(false);
  const [replacing, setReplacing] = useState(false);

  const [state, submit, busy] = useActionState(
    async (_: LoginFormState, entries: FormData): Promise<LoginFormState> => {
      const [name, secret] = credentialsOf(entries);
      const clerk = name.trim();
      if (clerk === '' || secret === '') {
        return { ...UNTOUCHED, missing: { username: clerk === '', password: secret === '' } };
      }
      const outcome = await login({ clerk, password: secret, rememberMe });
      if (outcome.ok) return UNTOUCHED;
      if (outcome.code === 'new-password-required') {
        setReplacing(true);
        return UNTOUCHED;
      }
      const { message, retryAfterMs } = outcome;
      const retryAt = retryAfterMs === undefined ? null : clock.monotonicNow() + retryAfterMs;
      return { missing: NOTHING_MISSING, error: message, retryAt };
    },
    UNTOUCHED,
  );

  function signInWith(newPassword: string): void {
    setPassword(newPassword);
    setReplacing(false);
    const entries = new FormData();
    entries.set('username', username);
    entries.set('password', newPassword);
    startTransition(() => submit(entries));
  }

  function takeEntries(): void {
    if (!form.current) return;
    const entries = new FormData(form.current);
    const [name, secret] = credentialsOf(entries);
    setUsername(name);
    setPassword(secret);
    setRememberMe(entries.has('remember'));
  }

  function cancelReplacing(): void {
    flushSync(() => setReplacing(false));
    form.current?.querySelector('h1')?.focus();
  }

  // Nobody scans here, so a newer build is applied at once, unless somebody is typing.
  const updates = updateReady && !busy && username === '' && password === '';
  useEffect(() => {
    if (updates) applyUpdate();
  }, [updates, applyUpdate]);

  const [early, setEarly] = useState<EarlyEntries | null>(null);
  useLayoutEffect(() => {
    const entered = takeFirstPaint();
    if (!entered) return;
    setUsername(entered.username);
    setPassword(entered.password);
    setRememberMe(entered.remember);
    setEarly(entered);
  }, []);
  // In the next render: if another address has led here, the title has taken the focus meanwhile.
  useEffect(() => {
    if (early?.focused) form.current?.querySelector<HTMLElement>(`[name="${early.focused}"]`)?.focus();
    if (early?.wasSent) form.current?.requestSubmit();
  }, [early]);

  const secondsLeft = useSecondsUntil(state.retryAt, clock);

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
          {i18n.t('Scans are kept on this device until the server has them, with or without a network.')}
        </p>
      </div>
      {replacing ? (
        <Suspense>
          <NewPasswordForm
            clerk={username.trim()}
            password={password}
            onChanged={signInWith}
            onCancel={cancelReplacing}
          />
        </Suspense>
      ) : (
        <form
          ref={form}
          className="app-login__form"
          action={submit}
          noValidate
          onClickCapture={takeEntries}
          onSubmit={() => {
            speaker.unlock();
            takeEntries();
          }}
        >
          <h1 tabIndex={-1}>{i18n.t('Sign In')}</h1>
          {!online && <p className="app-login__note">{i18n.t("You're offline. Connect to sign in")}</p>}
          {state.error && (
            <p id="login-error" className="app-login__error" role="alert" tabIndex={-1}>
              <CircleAlert aria-hidden />
              {translateText(i18n, state.error)}
            </p>
          )}
          <TextField
            label={i18n.t('Username')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            value={username}
            error={state.missing.username ? i18n.t('Enter your username.') : null}
            onChange={takeEntries}
          />
          <PasswordField
            label={i18n.t('Password')}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            error={state.missing.password ? i18n.t('Enter your password.') : null}
            labels={{ revealPassword: i18n.t('Show characters') }}
            onChange={takeEntries}
          />
          <Checkbox label={i18n.t('Remember me')} name="remember" checked={rememberMe} onChange={takeEntries} />
          <Button type="submit" variant="primary" size={56} wide busy={busy} disabled={secondsLeft > 0}>
            {secondsLeft > 0 ? i18n.t('Try again in {count}\u00a0s', { count: secondsLeft }) : i18n.t('Sign In')}
          </Button>
          <p className="app-login__foot">{i18n.t('Forgot your password? Ask your supervisor.')}</p>
        </form>
      )}
    </div>
  );
}
