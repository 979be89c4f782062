import { StrictMode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../styles.css';
import { type ConfirmationBus, createConfirmationBus } from '../index.ts';
import { ConfirmationDialog } from './index.ts';

const question = {
  title: 'Sign out with 3 scans waiting?',
  message: 'They stay on this device.',
  acceptLabel: 'Sign out',
  rejectLabel: 'Stay signed in',
};

let bus: ConfirmationBus;
let clock: number;
beforeEach(() => {
  bus = createConfirmationBus();
  clock = 1_000;
});

async function open(group?: string) {
  const screen = await render(
    <StrictMode>
      <button type="button">Opener</button>
      <ConfirmationDialog bus={bus} now={() => clock} {...(group && { group })} />
    </StrictMode>,
  );
  const opener = screen.getByRole('button', { name: 'Opener' });
  (opener.element() as HTMLElement).focus();
  const answer = bus.confirm({ ...question, ...(group && { group }) });
  const dialog = screen.getByRole('alertdialog', { name: question.title });
  await expect.element(dialog).toBeVisible();
  const button = (name: string) => dialog.getByRole('button', { name });
  return { screen, opener, dialog, answer, button };
}

test('it is modal, described by its message, and accept is focused', async () => {
  const { screen, dialog, button } = await open();
  await expect.element(dialog).toHaveAccessibleDescription(question.message);
  await expect.element(button('Sign out')).toHaveFocus();
  expect(dialog.element().matches(':modal')).toBe(true);
  expect(
    screen
      .getByRole('button')
      .elements()
      .map((element) => element.textContent),
  ).toEqual(['Sign out', 'Stay signed in']);
});

test('a step through the history rejects it and gives the focus back', async () => {
  const { opener, dialog, answer } = await open();
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await answer).toBe(false);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('the keyboard focus stays inside the dialog', async () => {
  await open();
  for (let presses = 0; presses < 4; presses++) {
    await userEvent.tab();
    expect(document.activeElement?.textContent).not.toBe('Opener');
  }
});

test.each([
  ['Sign out', true],
  ['Stay signed in', false],
])('%s closes it, answers %s, and returns the focus', async (name, expected) => {
  const { opener, answer, button } = await open();
  clock += 300;
  await button(name).click();
  expect(await answer).toBe(expected);
  await expect.element(opener).toHaveFocus();
  expect(document.querySelector('dialog')).toBeNull();
  expect(document.querySelector('[aria-hidden]')).toBeNull();
});

test('Enter accepts', async () => {
  const { answer } = await open();
  clock += 300;
  await userEvent.keyboard('{Enter}');
  expect(await answer).toBe(true);
});

test('Escape closes it at any time, answers no, and returns the focus', async () => {
  const { opener, answer } = await open();
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBe(false);
  await expect.element(opener).toHaveFocus();
});

test('[4.41] a close event closes it and answers no', async () => {
  const { answer } = await open('sign-out');
  bus.close('sign-out');
  expect(await answer).toBe(false);
  await expect.poll(() => document.querySelector('dialog')).toBeNull();
});

test('a tap in the first 300 ms answers nothing', async () => {
  const { button } = await open();
  clock += 299;
  await button('Sign out').click();
  await button('Stay signed in').click();
  expect(bus.getSnapshot().status).toBe('open');
  clock += 1;
  await button('Sign out').click();
  expect(bus.getSnapshot().status).toBe('closed');
});

test('the Enter that ends the code of a hardware scanner answers nothing, however late it arrives', async () => {
  const { answer } = await open();
  clock += 60_000;
  await userEvent.keyboard('4006381333931{Enter}');
  expect(bus.getSnapshot().status).toBe('open');
  clock += 300;
  await userEvent.keyboard('{Enter}');
  expect(await answer).toBe(true);
});

test('a held Enter, such as the one that opened it, answers nothing', async () => {
  const { button } = await open();
  clock += 300;
  const repeat = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
  expect(button('Sign out').element().dispatchEvent(repeat)).toBe(false);
});

test('it shows only the questions of its own group', async () => {
  const screen = await render(<ConfirmationDialog bus={bus} group="sign-out" />);
  void bus.confirm({ ...question, group: 'reset' });
  void bus.confirm({ ...question, group: 'sign-out', title: 'Mine' });
  await expect.element(screen.getByRole('alertdialog', { name: 'Mine' })).toBeVisible();
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(1);
});

test('a question that replaces another starts the guard again', async () => {
  const { screen } = await open();
  clock += 300;
  void bus.confirm({ ...question, title: 'Reset this device?' });
  await expect.element(screen.getByRole('alertdialog', { name: 'Reset this device?' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(bus.getSnapshot().status).toBe('open');
});
