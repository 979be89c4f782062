import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../playground/playground.tsx'; // For the theme's tokens and the styles.
import { createConfirmationBus, createToastBus } from '../index.ts';
import { AppShell, ConfirmationDialog, Toaster } from './index.ts';

beforeEach(() => page.viewport(390, 844));

/** The shell on a phone with a toast that covers what is below the header, and a menu of an app below both. */
async function open() {
  const confirmations = createConfirmationBus();
  const toasts = createToastBus();
  toasts.show({ kind: 'error', title: 'Not exported', durationMs: 60_000 });
  const screen = await render(
    <AppShell
      sessionValid
      title="Home"
      settingsHref="/settings"
      navigation={[]}
      theme="light"
      onToggleTheme={() => {}}
      onSignOut={() => {}}
    >
      <div data-testid="menu" style={{ position: 'fixed', inset: '56px 0 0', zIndex: 'var(--stx-z-menu)' }} />
      <ConfirmationDialog bus={confirmations} />
      <Toaster bus={toasts} />
    </AppShell>,
  );
  const toast = screen.getByText('Not exported', { exact: true });
  await expect.element(toast).toBeVisible();
  return { screen, confirmations, toast: toast.element() };
}

/** What is on top at the centre of an element. */
function onTopOf(element: Element): Element | null {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2);
}

test('[9.40] a tooltip of the header is above toasts and menus, and below a dialog', async () => {
  const { screen, confirmations } = await open();
  const button = screen.getByRole('button', { name: 'Switch to dark theme' });
  await userEvent.hover(button);
  const bubble = document.querySelector('.stx-tooltip:hover > .stx-tooltip__bubble') as Element;
  await expect.poll(() => getComputedStyle(bubble).visibility).toBe('visible');
  const toast = document.querySelector('.stx-toast') as Element;
  expect(toast.getBoundingClientRect().top).toBeLessThan(bubble.getBoundingClientRect().bottom);
  expect(onTopOf(bubble)).toBe(bubble);

  void confirmations.confirm({ title: 'Sign out?', message: '', acceptLabel: 'Sign out', rejectLabel: 'Stay' });
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  // Its backdrop counts as the dialog.
  expect(onTopOf(bubble)).toBe(dialog.element());
});

test('[9.40] a toast is above the view and its own layers, and below a dialog', async () => {
  const { screen, confirmations, toast } = await open();
  expect(onTopOf(toast)).toBe(toast);
  void confirmations.confirm({ title: 'Sign out?', message: '', acceptLabel: 'Sign out', rejectLabel: 'Stay' });
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  expect(onTopOf(toast)).toBe(screen.getByRole('alertdialog').element());
});
