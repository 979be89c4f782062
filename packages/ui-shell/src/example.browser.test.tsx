import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../example.tsx';

test('the example of the README asks before it signs out, and says that it did', async () => {
  const onToggleTheme = vi.fn();
  const screen = await render(<App theme="light" onToggleTheme={onToggleTheme} />);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Stock Room' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await screen.getByRole('button', { name: 'Print' }).click();
  expect(print).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(onToggleTheme).toHaveBeenCalledOnce();

  await screen.getByRole('button', { name: 'Sign out' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Sign out?' });
  await expect.element(dialog.getByRole('button', { name: 'Sign out' })).toHaveFocus();
  await vi.waitFor(async () => {
    await userEvent.keyboard('{Enter}');
    expect(dialog.elements()).toEqual([]);
  });
  await expect.element(screen.getByText('Signed out', { exact: true })).toBeVisible();
});
