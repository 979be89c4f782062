import type { I18n } from '@lingui/core';
import { MIN_PASSWORD_LENGTH, type PasswordRefusal } from '@scantix/api-contract';
import { changePassword } from '@scantix/auth-session';
import { translateText } from '@scantix/i18n';
import { Button, PasswordField } from '@scantix/ui-shell/react';
import { useActionState, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useStart } from '../../services/app-context.ts';

interface NewPasswordState {
  readonly refusal: PasswordRefusal | null;
  readonly error: string | null;
}

const UNTOUCHED: NewPasswordState = { refusal: null, error: null };

/** Asks for a new password in the place of the sign-in form, since the one that was given signs nobody in. */
export function NewPasswordForm({
  clerk,
  password,
  onChanged,
  onCancel,
}: {
  readonly clerk: string;
  /** The one-time password. */
  readonly password: string;
  /** The new password is in place, or the one-time password no longer counts: who chose the new one signs in with it. */
  readonly onChanged: (password: string) => void;
  readonly onCancel: () => void;
}) {
  const { configuration, device } = useStart();
  const i18n = useI18n();
  const form = useRef<HTMLFormElement>(null);
  const [newPassword, setNewPassword] = useState('');

  const submitted = async (_: NewPasswordState, entries: FormData): Promise<NewPasswordState> => {
    // A password manager may fill the field without an event.
    const chosen = String(entries.get('new-password'));
    setNewPassword(chosen);
    if ([...chosen.normalize('NFKC')].length < MIN_PASSWORD_LENGTH) return { refusal: 'too_short', error: null };
    const change = { baseUrl: configuration.apiBaseUrl, deviceIdentity: device, clerk, password, newPassword: chosen };
    const outcome = await changePassword(change);
    // The one-time password was right before: the answer to an earlier change was lost, or somebody else has changed it.
    if (outcome.ok || outcome.code === 'invalid-credentials') {
      onChanged(chosen);
      return UNTOUCHED;
    }
    return outcome.code === 'refused'
      ? { refusal: outcome.refusal, error: null }
      : { refusal: null, error: outcome.message };
  };
  const [answer, submit, busy] = useActionState(submitted, UNTOUCHED);
  const { refusal, error } = answer;

  // Each answer, the same one twice too.
  useEffect(() => {
    const wrong = answer.error ? '#new-password-error' : 'input[name="new-password"]';
    form.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [answer]);

  return (
    <form ref={form} className="app-login__form" action={submit} noValidate>
      <h1>{i18n.t('Choose a new password')}</h1>
      <p className="app-login__note">
        {i18n.t('The password you were given works only once. Choose your own, and sign in with it from now on.')}
      </p>
      {error && (
        <p id="new-password-error" className="app-login__error" role="alert" tabIndex={-1}>
          {translateText(i18n, error)}
        </p>
      )}
      {/* Password managers store the new password for this name. */}
      <input type="text" name="username" autoComplete="username" value={clerk} readOnly hidden />
      <PasswordField
        label={i18n.t('New password')}
        name="new-password"
        autoComplete="new-password"
        hint={i18n.t('At least {count} characters. A few words are easier to remember than symbols.', {
          count: MIN_PASSWORD_LENGTH,
        })}
        required
        value={newPassword}
        error={refusal && wordsOf(i18n, refusal)}
        labels={{ revealPassword: i18n.t('Show characters') }}
        onChange={(event) => setNewPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size={56} wide busy={busy}>
        {i18n.t('Save and sign in')}
      </Button>
      <Button size={56} wide disabled={busy} onClick={onCancel}>
        {i18n.t('Cancel')}
      </Button>
    </form>
  );
}

function wordsOf(i18n: I18n, refusal: PasswordRefusal): string {
  switch (refusal) {
    case 'too_short':
      return i18n.t('This password is too short.');
    case 'login_name':
      return i18n.t('Your username cannot be your password.');
    case 'unchanged':
      return i18n.t('Choose a password other than the one you were given.');
    case 'common':
      return i18n.t('This password is too easy to guess.');
  }
}
