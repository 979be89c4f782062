import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorBoundary } from './index.ts';

const broken = new Error('broken');
let healthy = false;

function Screen() {
  if (!healthy) throw broken;
  return <p>Screen</p>;
}

test('what children throw is reported, the fallback shown, and the children tried again on request', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
  healthy = false;
  const capture = vi.fn();
  const screen = await render(
    <ErrorBoundary
      reporter={{ capture }}
      fallback={({ error, reset }) => (
        <button type="button" onClick={reset}>
          {String(error)}
        </button>
      )}
    >
      <Screen />
    </ErrorBoundary>,
  );
  await expect.element(screen.getByRole('button')).toHaveTextContent('Error: broken');
  expect(capture).toHaveBeenCalledExactlyOnceWith(broken, { componentStack: expect.stringContaining('Screen') });
  // React itself logs every error that a boundary caught.
  expect(silence).toHaveBeenCalledOnce();
  silence.mockRestore();
  healthy = true;
  await screen.getByRole('button').click();
  await expect.element(screen.getByText('Screen')).toBeVisible();
});
