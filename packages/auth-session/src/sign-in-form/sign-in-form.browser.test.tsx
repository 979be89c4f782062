import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { LoginFailure } from '../index.ts';
import { createFakeAuthSession, createFakeClock, type FakeAuthSession, fakeUser } from '../testing/index.ts';
import { SignInForm, type SignInFormProps } from './index.ts';

afterEach(() => vi.restoreAllMocks());

const username = () => page.getByLabelText('Username');
const password = () => page.getByLabelText('Password');
const button = () => page.getByRole('button', { name: 'Sign In' });
const wrong: LoginFailure = { ok: false, code: 'invalid-credentials', message: 'Wrong.' };

async function open(props: Partial<SignInFormProps> = {}) {
  const session = createFakeAuthSession({ status: 'signed-out', error: null });
  const login = vi.spyOn(session, 'login');
  // As apps in development are: what runs twice must not sign in twice.
  const screen = await render(<SignInForm session={session as FakeAuthSession} {...props} />, { wrapper: StrictMode });
  return { session, login, screen };
}

async function fillIn() {
  await username().fill(' ada ');
  await password().fill('secret');
}

test('a sign-in has what was typed, and Enter is enough', async () => {
  const { login } = await open();
  await fillIn();
  await page.getByLabelText('Remember me').click();
  await password().click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => login.mock.calls).toEqual([[{ clerk: 'ada', password: 'secret', rememberMe: true }]]);
});

test('an empty field is told beside it, gets the focus, and no call is made', async () => {
  const { login } = await open();
  await button().click();
  await expect.element(username()).toHaveAccessibleDescription('Enter your username.');
  await expect.element(password()).toHaveAccessibleDescription('Enter your password.');
  await expect.element(username()).toHaveFocus();
  await username().fill('ada');
  await button().click();
  await expect.element(username()).not.toHaveAccessibleDescription('Enter your username.');
  await expect.element(password()).toHaveFocus();
  expect(login).not.toHaveBeenCalled();
});

test('a failure is an alert with the focus, in the words of the app, and what was typed stays', async () => {
  const onFailure = vi.fn();
  const { session } = await open({ onFailure, texts: { failure: ({ code }) => `Fehler: ${code}` } });
  session.answerLoginWith(wrong);
  await fillIn();
  await button().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Fehler: invalid-credentials');
  await expect.element(page.getByRole('alert')).toHaveFocus();
  await expect.element(password()).toHaveValue('secret');
  const credentials = { clerk: 'ada', password: 'secret', rememberMe: false };
  expect(onFailure.mock.calls).toEqual([[{ failure: wrong, credentials }]]);
});

test('while the answer is awaited there is one sign-in, however often it is asked for, and the focus stays', async () => {
  const { login, screen } = await open();
  const answer = Promise.withResolvers<{ ok: true; user: typeof fakeUser }>();
  login.mockReturnValue(answer.promise);
  await fillIn();
  await button().click();
  await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(button()).toHaveFocus();
  expect(screen.container.querySelector('form')?.getAttribute('aria-busy')).toBe('true');
  answer.resolve({ ok: true, user: fakeUser });
  await expect.element(button()).toHaveAttribute('aria-disabled', 'false');
  expect(login).toHaveBeenCalledTimes(1);
});

test('a wait that the server asks for is counted down, also while the clock is set, and no attempt is made before', async () => {
  const clock = createFakeClock();
  const { session, login } = await open({ clock });
  session.answerLoginWith({ ...wrong, code: 'rate-limited', retryAfterMs: 2_000 });
  await fillIn();
  await button().click();
  await page.getByRole('button', { name: 'Try again in 2 s' }).click({ force: true });
  await clock.advance(1_000);
  await expect.element(page.getByRole('button', { name: 'Try again in 1 s' })).toBeInTheDocument();
  clock.jump(-3_600_000);
  await clock.advance(1_000);
  await expect.element(button()).toHaveAttribute('aria-disabled', 'false');
  expect(login).toHaveBeenCalledTimes(1);
  await button().click();
  await expect.poll(() => login.mock.calls.length).toBe(2);
});

test('a countdown that begins long after the form has opened begins with the whole wait', async () => {
  const clock = createFakeClock();
  const { session, screen } = await open({ clock });
  const seen: (string | undefined)[] = [];
  const observer = new MutationObserver(() => seen.push(screen.container.querySelector('button')?.textContent));
  observer.observe(screen.container, { subtree: true, childList: true, characterData: true });
  session.answerLoginWith({ ...wrong, code: 'rate-limited', retryAfterMs: 30_000 });
  await clock.advance(600_000);
  await fillIn();
  await button().click();
  await expect.poll(() => seen.find((text) => text?.startsWith('Try'))).toBe('Try again in 30 s');
  observer.disconnect();
});

test('without a network the form says so, and until there is one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open();
  await expect.element(page.getByRole('status')).toHaveTextContent("You're offline. Connect to sign in");
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});

test('password managers know both fields, and what they fill in without an event is sent', async () => {
  const { login, screen } = await open({ className: 'card' });
  const form = screen.container.querySelector('form');
  const fields = [...(form?.querySelectorAll('input') ?? [])];
  expect(fields.map((field) => field.autocomplete)).toEqual(['username', 'current-password', '']);
  expect(form?.method).toBe('post');
  expect(form?.className).toBe('card');
  const [name, secret] = fields;
  if (name && secret) [name.value, secret.value] = ['ada', 'filled'];
  await button().click();
  await expect.poll(() => login.mock.calls).toMatchObject([[{ clerk: 'ada', password: 'filled' }]]);
});
