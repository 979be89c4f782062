import { MIN_PASSWORD_LENGTH, type PasswordRefusal } from '@scantix/api-contract';
import { isCommon } from './common-passwords.ts';
import { foldLogin } from './login-key.ts';

/**
 * Why a new password is not taken; `null`: it is. There are no rules of composition (OWASP ASVS 5.0, 6.2.5).
 *
 * @param current the password that it replaces, where that is known
 */
export function judgePassword(
  password: string,
  { login, current }: { login: string; current?: string },
): PasswordRefusal | null {
  const text = password.normalize('NFKC');
  if ([...text].length < MIN_PASSWORD_LENGTH) return 'too_short';
  if (foldLogin(text) === foldLogin(login)) return 'login_name';
  if (text === current?.normalize('NFKC')) return 'unchanged';
  return isCommon(text) ? 'common' : null;
}
