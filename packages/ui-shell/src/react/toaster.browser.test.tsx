import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import '../styles.css';
import { createToastBus, type ToastBus } from '../index.ts';
import { Toaster } from './index.ts';

let bus: ToastBus;
beforeEach(() => {
  bus = createToastBus();
});

function open() {
  return render(
    <StrictMode>
      <Toaster bus={bus} />
    </StrictMode>,
  );
}

test('a toast that was shown before the toaster was ready is not lost', async () => {
  bus.show({ kind: 'success', title: 'Code copied', message: '4006381333931' });
  const screen = await open();
  await expect.element(screen.getByText('Code copied', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('4006381333931', { exact: true })).toBeVisible();
});

test('at most two toasts, at the top-center', async () => {
  const screen = await open();
  for (const title of ['First', 'Second', 'Third']) bus.show({ kind: 'info', title });
  await expect.element(screen.getByText('Third', { exact: true })).toBeVisible();
  expect([...document.querySelectorAll('.stx-toast__title')].map((title) => title.textContent)).toEqual([
    'Second',
    'Third',
  ]);
  const box = (document.querySelector('.stx-toasts') as Element).getBoundingClientRect();
  expect(Math.abs(box.x + box.width / 2 - document.documentElement.clientWidth / 2)).toBeLessThanOrEqual(1);
  expect(box.top).toBeLessThan(120);
});

test('its button dismisses it', async () => {
  const screen = await open();
  bus.show({ kind: 'error', title: 'Not saved' });
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => bus.getSnapshot()).toEqual([]);
});

test('pressing its action runs the action and dismisses the toast', async () => {
  const screen = await open();
  const onPress = vi.fn();
  bus.show({ kind: 'error', title: 'Not saved', action: { label: 'Undo', onPress } });
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => bus.getSnapshot()).toEqual([]);
  expect(onPress).toHaveBeenCalledTimes(1);
});

test('it disappears after its duration', async () => {
  const screen = await open();
  bus.show({ kind: 'info', title: 'Lasting', durationMs: 60_000 });
  bus.show({ kind: 'info', title: 'Brief', durationMs: 30 });
  await expect.poll(() => bus.getSnapshot().map((toast) => toast.title)).toEqual(['Lasting']);
  await expect.element(screen.getByText('Lasting', { exact: true })).toBeVisible();
});
