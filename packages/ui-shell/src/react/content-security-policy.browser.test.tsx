import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createConfirmationBus, createToastBus } from '../index.ts';
import { AppShell, ConfirmationDialog, Skeleton, Toaster } from './index.ts';

test("dialog, toasts and shell need no exception from style-src 'self'", async () => {
  const violations: string[] = [];
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "style-src 'self'";
  document.head.append(policy);

  const confirmations = createConfirmationBus();
  const toasts = createToastBus();
  const screen = await render(
    <>
      <AppShell
        sessionValid
        title="Scanner"
        theme="light"
        onToggleTheme={() => undefined}
        settingsHref="#settings"
        onSignOut={() => undefined}
        navigation={[]}
      >
        <Skeleton height={48} />
      </AppShell>
      <ConfirmationDialog bus={confirmations} />
      <Toaster bus={toasts} />
    </>,
  );
  const styles = document.querySelectorAll('style').length;
  toasts.show({ kind: 'info', title: 'Copied' });
  await expect.element(screen.getByText('Copied', { exact: true })).toBeVisible();
  void confirmations.confirm({ title: 'Sign out?', message: 'Now.', acceptLabel: 'Sign out', rejectLabel: 'Stay' });
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  confirmations.close();
  await expect.poll(() => document.querySelector('dialog')).toBeNull();

  expect(document.querySelectorAll('style')).toHaveLength(styles);
  expect(violations).toEqual([]);

  // Proves that the policy is in force: a forbidden style is reported.
  const forbidden = document.head.appendChild(document.createElement('style'));
  forbidden.textContent = 'body { color: red }';
  await expect.poll(() => violations).toContain('style-src-elem');
  forbidden.remove();
});
