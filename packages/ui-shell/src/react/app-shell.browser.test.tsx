import { type ComponentProps, StrictMode, type SyntheticEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../styles.css';
import { AppShell, IconButton, IconButtonLink, Link, Page, Strip } from './index.ts';

afterEach(() => page.viewport(414, 896));
beforeEach(() => {
  // Only the tokens that these tests measure.
  const tokens = {
    header: 56,
    nav: 64,
    gutter: 16,
    4: 16,
    5: 24,
    6: 32,
    7: 40,
    'safe-t': 0,
    'safe-r': 0,
    'safe-b': 0,
    'safe-l': 0,
  };
  for (const [name, px] of Object.entries(tokens))
    document.documentElement.style.setProperty(`--stx-${name}`, `${px}px`);
});

const destinations = ['Home', 'Scanner', 'Reports', 'Settings'];

function shell(props: Partial<ComponentProps<typeof AppShell>> = {}) {
  return (
    <StrictMode>
      <AppShell
        sessionValid
        title="Scanner"
        theme="light"
        onToggleTheme={() => undefined}
        settingsHref="#settings"
        onSignOut={() => undefined}
        navigation={destinations.map((label) => ({
          href: `#${label.toLowerCase()}`,
          label,
          icon: <svg />,
          current: label === 'Home',
        }))}
        {...props}
      >
        {props.children ?? <Page>The view</Page>}
      </AppShell>
    </StrictMode>
  );
}

test("[1.5] the header's default title is the product's scanner name", async () => {
  const screen = await render(shell({ title: undefined }));
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Scantix Scanner');
});

test('the header shows the title and its three buttons by name', async () => {
  const onToggleTheme = vi.fn();
  const onSignOut = vi.fn();
  const screen = await render(shell({ title: 'Scan Results', onToggleTheme, onSignOut }));
  const header = screen.getByRole('banner');
  await expect.element(header.getByRole('heading', { level: 1, name: 'Scan Results' })).toBeVisible();
  expect(
    header
      .getByRole('button')
      .elements()
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Switch to dark theme', 'Settings', 'Sign out']);
  await header.getByRole('button', { name: 'Switch to dark theme' }).click();
  await header.getByRole('button', { name: 'Sign out' }).click();
  expect(onToggleTheme).toHaveBeenCalledTimes(1);
  expect(onSignOut).toHaveBeenCalledTimes(1);
});

test('an app has its own title and buttons, and of the three those it asks for', async () => {
  const names = () =>
    screen
      .getByRole('banner')
      .getByRole('button')
      .elements()
      .map((button) => button.getAttribute('aria-label'));
  const onPrint = vi.fn();
  const none = { onToggleTheme: undefined, settingsHref: undefined, onSignOut: undefined };
  const own = {
    title: undefined,
    labels: { title: 'Stock Room' },
    actions: <IconButton label="Print" icon={<svg />} onClick={onPrint} />,
  };
  const screen = await render(shell({ ...own, ...none }));
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Stock Room' })).toBeVisible();
  expect(names()).toEqual(['Print']);
  await screen.getByRole('button', { name: 'Print' }).click();
  expect(onPrint).toHaveBeenCalledOnce();

  const only = [
    [{ onToggleTheme: () => {} }, 'Switch to dark theme'],
    [{ settingsHref: '/settings' }, 'Settings'],
    [{ onSignOut: () => {} }, 'Sign out'],
  ] as const;
  for (const [props, name] of only) {
    await screen.rerender(shell({ ...own, ...none, theme: undefined, ...props }));
    expect(names()).toEqual(['Print', name]);
  }
});

test('a space follows a link that looks like a button, unless its own listener to keys takes it', async () => {
  const follow = vi.fn((event: SyntheticEvent) => event.preventDefault());
  const onKeyDown = vi.fn();
  const link = <IconButtonLink label="Print" icon={<svg />} href="/print" onClick={follow} onKeyDown={onKeyDown} />;
  const screen = await render(link);
  (screen.getByRole('button', { name: 'Print' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect([onKeyDown, follow].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  onKeyDown.mockImplementation((event: SyntheticEvent) => event.preventDefault());
  await userEvent.keyboard(' ');
  expect([onKeyDown, follow].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});

test('with large text the header grows, so that a title and the line under it are whole', async () => {
  const screen = await render(shell({ detail: 'Gate A' }));
  const header = screen.getByRole('banner').element();
  const lines = [...header.querySelectorAll<HTMLElement>('h1, p')];
  for (const line of lines) line.style.font = '28px / 40px sans-serif';
  const { top, bottom } = header.getBoundingClientRect();
  const boxes = lines.map((line) => line.getBoundingClientRect());
  expect(boxes.map((box) => box.top >= top && box.bottom <= bottom)).toEqual([true, true]);
});

test('in the dark theme the first button switches to light', async () => {
  const screen = await render(shell({ theme: 'dark' }));
  await expect.element(screen.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
});

test('the landmark Main holds the destinations and marks the current one', async () => {
  const screen = await render(shell());
  const links = screen.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(links.elements().map((link) => link.textContent)).toEqual(destinations);
  expect(links.elements().map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null]);
});

test('the strip is announced when its text changes, not each minute for the age at its end', async () => {
  const screen = await render(shell({ strip: <Strip trailing="Tickets 4 min">Offline</Strip> }));
  const announces = (text: string) =>
    screen.getByText(text).element().closest('[aria-live]')?.getAttribute('aria-live');
  expect([announces('Offline'), announces('Tickets 4 min')]).toEqual(['polite', 'off']);
});

test('header, navigation, strip and padding are rendered only while the session is valid', async () => {
  const strip = <Strip>Offline: 3 scans waiting</Strip>;
  const screen = await render(shell({ strip }));
  const padding = () => getComputedStyle(document.querySelector('.stx-page') as Element).paddingLeft;
  expect(padding()).not.toBe('0px');
  const strips = () => [...document.querySelectorAll('[aria-live="polite"]')].map((slot) => slot.textContent);
  expect(strips()).toEqual(['Offline: 3 scans waiting']);

  await screen.rerender(shell({ strip, sessionValid: false }));
  expect(screen.getByRole('banner').elements()).toEqual([]);
  expect(screen.getByRole('navigation').elements()).toEqual([]);
  expect(strips()).toEqual([]);
  expect(padding()).toBe('0px');
  await expect.element(screen.getByText('The view')).toBeVisible();
});

test.each([
  [390, 844, '0px'],
  [844, 390, '0px'],
  [820, 1180, '16px'],
  [1440, 900, '16px'],
])('the view of a camera is bare on a phone only: at %i by %i its padding is %s', async (width, height, padding) => {
  await page.viewport(width, height);
  await render(shell({ bleed: true }));
  const { paddingLeft, paddingRight } = getComputedStyle(document.querySelector('main') as Element);
  expect([paddingLeft, paddingRight]).toEqual([padding, padding]);
  expect(getComputedStyle(document.querySelector('.stx-page') as Element).padding).toBe('0px');
});

test('the view keeps its state when the session begins or ends', async () => {
  const screen = await render(shell({ sessionValid: false, children: <input aria-label="Note" /> }));
  await screen.getByLabelText('Note').fill('kept');
  await screen.rerender(shell({ sessionValid: true, children: <input aria-label="Note" /> }));
  await expect.element(screen.getByLabelText('Note')).toHaveValue('kept');
});

test('the first view does not move the focus; every navigation moves it to the title', async () => {
  const screen = await render(shell());
  expect(document.activeElement).toBe(document.body);
  await screen.rerender(shell({ title: 'Reports' }));
  await expect.element(screen.getByRole('heading', { name: 'Reports' })).toHaveFocus();

  await screen.getByRole('button', { name: 'Sign out' }).click();
  await screen.rerender(shell({ title: 'Reports', routeKey: '/reports?period=day' }));
  await expect.element(screen.getByRole('heading', { name: 'Reports' })).toHaveFocus();
});

test('without a header, the heading of the view gets the focus', async () => {
  const screen = await render(shell());
  await screen.rerender(shell({ sessionValid: false, title: 'Sign In', children: <h1>Sign In</h1> }));
  await expect.element(screen.getByRole('heading', { name: 'Sign In' })).toHaveFocus();
});

test('every navigation scrolls to the top', async () => {
  const tall = <Page actions={<button type="button">Scan</button>}>{<div style={{ height: 5000 }} />}</Page>;
  const screen = await render(shell({ children: tall }));
  const scrollers = () => [...document.querySelectorAll('.stx-main, .stx-view__scroll')];
  for (const scroller of scrollers()) scroller.scrollTop = 400;
  expect(scrollers().some((scroller) => scroller.scrollTop > 0)).toBe(true);
  await screen.rerender(shell({ title: 'Reports', children: tall }));
  await expect.poll(() => scrollers().map((scroller) => scroller.scrollTop)).toEqual([0, 0]);
});

test('the skip link focuses the view without changing the address', async () => {
  const address = location.href;
  const screen = await render(shell());
  await userEvent.tab();
  await expect.element(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(location.href).toBe(address);
});

const followed: string[] = [];
function RouterLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        event.preventDefault();
        followed.push(href);
      }}
    />
  );
}

test('every link uses the given component', async () => {
  const screen = await render(shell({ linkComponent: RouterLink, children: <Link href="#view">In the view</Link> }));
  await screen.getByRole('link', { name: 'Reports' }).click();
  await screen.getByRole('link', { name: 'In the view' }).click();
  await screen.getByRole('button', { name: 'Settings' }).click();
  (screen.getByRole('button', { name: 'Settings' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect(followed).toEqual(['#reports', '#view', '#settings', '#settings']);
});

test('a tooltip shows the name of a focused icon button, and Escape hides it', async () => {
  const screen = await render(shell());
  const bubble = screen.getByText('Sign out', { exact: true });
  await expect.element(bubble).not.toBeVisible();
  for (let presses = 0; presses < 4; presses++) await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Sign out' })).toHaveFocus();
  await expect.element(bubble).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bubble).not.toBeVisible();
});

test('Escape hides the tooltip of a focused icon button that the pointer has crossed, and it stays hidden', async () => {
  const screen = await render(shell());
  const button = screen.getByRole('button', { name: 'Sign out' });
  const bubble = screen.getByText('Sign out', { exact: true });
  for (let presses = 0; presses < 4; presses++) await userEvent.tab();
  await button.hover();
  await button.unhover();
  await expect.element(bubble).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bubble).not.toBeVisible();
  await button.hover();
  await expect.element(bubble).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button.unhover();
  await expect.element(bubble).not.toBeVisible();
});

test('labels from props replace the English ones', async () => {
  const screen = await render(shell({ labels: { navigation: 'Haupt', signOut: 'Abmelden' } }));
  await expect.element(screen.getByRole('navigation', { name: 'Haupt' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Abmelden' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Settings' })).toBeVisible();
});
