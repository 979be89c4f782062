import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../styles.css';
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorPage,
  KeyValueList,
  List,
  ListRow,
  leaveFocusToTitle,
  PasswordField,
  Section,
  Skeleton,
  StillWhilePressed,
  TextField,
} from './index.ts';

test('a busy button keeps its name and focus, and ignores presses', async () => {
  const onClick = vi.fn();
  const screen = await render(<Button onClick={onClick}>Sign In</Button>);
  const button = screen.getByRole('button', { name: 'Sign In' });
  await button.click();
  await screen.rerender(
    <Button onClick={onClick} busy>
      Sign In
    </Button>,
  );
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a button and a field keep the states that they are given', async () => {
  const screen = await render(
    <>
      <Button aria-disabled aria-busy>
        Save
      </Button>
      <TextField label="Name" aria-invalid />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await expect.element(screen.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
});

test('a busy submit button does not send its form twice', async () => {
  const onSubmit = vi.fn();
  const screen = await render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Sign In
      </Button>
    </form>,
  );
  (screen.getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a form that goes leaves the focus to the title, unless something takes it or never had it', async () => {
  const page = (form: ReactNode) => (
    <>
      <h1 tabIndex={-1}>Scanner</h1>
      <button type="button">Elsewhere</button>
      {form}
    </>
  );
  const form = (
    <form ref={leaveFocusToTitle}>
      <button type="button">Cancel</button>
    </form>
  );
  const focus = async (name: string) => {
    await screen.rerender(page(form));
    (screen.getByRole('button', { name }).element() as HTMLElement).focus();
  };
  const screen = await render(page(form));
  await focus('Cancel');
  await screen.rerender(page(null));
  await expect.element(screen.getByRole('heading')).toHaveFocus();
  await focus('Cancel');
  await screen.rerender(page(<TextField label="Next" autoFocus />));
  await expect.element(screen.getByRole('textbox')).toHaveFocus();
  await focus('Elsewhere');
  await screen.rerender(page(null));
  await expect.element(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});

test('in a modal dialog, what a press takes away leaves the focus to a button of the dialog', async () => {
  const page = (leaving: ReactNode) => (
    <>
      <h1 tabIndex={-1}>Title</h1>
      <dialog ref={(dialog) => dialog?.showModal()}>
        {leaving}
        <Button>Close</Button>
      </dialog>
    </>
  );
  const screen = await render(page(<Button ref={leaveFocusToTitle}>Clear</Button>));
  (screen.getByRole('button', { name: 'Clear' }).element() as HTMLElement).focus();
  await screen.rerender(page(null));
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
});

test('an error is shown under its field and is part of its description', async () => {
  const screen = await render(<TextField label="Username" hint="As on your badge" error="Enter your username." />);
  const field = screen.getByRole('textbox', { name: 'Username' });
  await expect.element(field).toHaveAccessibleDescription('Enter your username. As on your badge');
  await expect.element(field).toBeInvalid();
  await screen.rerender(<TextField label="Username" error={null} />);
  await expect.element(field).toBeValid();
  expect(field.element().getAttribute('aria-describedby')).toBeNull();
});

test('a password is hidden until revealed, and only the field matches its label', async () => {
  const screen = await render(<PasswordField label="Password" defaultValue="correcthorse" />);
  const field = screen.getByLabelText('Password');
  expect(field.elements()).toHaveLength(1);
  await expect.element(field).toHaveAttribute('type', 'password');
  await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
  const reveal = screen.getByRole('button', { name: 'Show characters' });
  await reveal.click();
  await expect.element(field).toHaveAttribute('type', 'text');
  await expect.element(reveal).toHaveAttribute('aria-pressed', 'true');
  await expect.element(field).toHaveValue('correcthorse');
});

test('pasting into a password works', async () => {
  const screen = await render(
    <>
      <TextField label="Source" defaultValue="s3cret" />
      <PasswordField label="Password" />
    </>,
  );
  await userEvent.click(screen.getByLabelText('Source'));
  await userEvent.keyboard('{Control>}ac{/Control}');
  await userEvent.click(screen.getByLabelText('Password'));
  await userEvent.keyboard('{Control>}v{/Control}');
  await expect.element(screen.getByLabelText('Password')).toHaveValue('s3cret');
});

test('the label of a check box can be tapped', async () => {
  const screen = await render(<Checkbox label="Remember me" name="remember" />);
  await userEvent.click(screen.getByText('Remember me'));
  await expect.element(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
});

test('a row is a link, a button or neither', async () => {
  const onClick = vi.fn();
  const screen = await render(
    <Section title="Last scans" link={{ href: '#all', label: 'All results' }}>
      <List>
        <ListRow title="Ada Lindqvist" subtitle="4F7K-2291" mono href="#scan" trailing="14:23" />
        <ListRow title="Checkpoint" onClick={onClick} />
        <ListRow title="Waiting" trailing="0" />
      </List>
    </Section>,
  );
  const section = screen.getByRole('region', { name: 'Last scans' });
  expect(section.getByRole('listitem').elements()).toHaveLength(3);
  await expect.element(section.getByRole('link', { name: /Ada Lindqvist/ })).toHaveAttribute('href', '#scan');
  await section.getByRole('button', { name: 'Checkpoint' }).click();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('keys and values are terms and definitions', async () => {
  const screen = await render(<KeyValueList items={[{ key: 'Holder', value: 'Mateus', note: 'Adult' }]} />);
  await expect.element(screen.getByRole('term')).toHaveTextContent('Holder');
  await expect.element(screen.getByRole('definition')).toHaveTextContent('MateusAdult');
});

test('an error page shows the unchanged error and what to do', async () => {
  const onRetry = vi.fn();
  const screen = await render(
    <ErrorPage
      title="Configuration Error"
      details="API_BASE_URL is required"
      actions={<Button onClick={onRetry}>Try again</Button>}
    />,
  );
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Configuration Error' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('API_BASE_URL is required');
  await screen.getByRole('button', { name: 'Try again' }).click();
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('the title of an empty state has the given heading level', async () => {
  const screen = await render(<EmptyState level={3} title="No scans yet" message="Scan one." />);
  await expect.element(screen.getByRole('heading', { level: 3, name: 'No scans yet' })).toBeVisible();
});

test('a skeleton takes the space of the content and announces that it loads', async () => {
  document.documentElement.style.setProperty('--stx-ease', 'ease');
  const screen = await render(<Skeleton count={3} height={40} />);
  await expect.element(screen.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  const blocks = [...document.querySelectorAll('.stx-skeleton__block')];
  expect(blocks.map((block) => block.getBoundingClientRect().height)).toEqual([40, 40, 40]);
  expect(blocks.map((block) => getComputedStyle(block).animationDelay.split(',')[0])).toEqual(Array(3).fill('0.2s'));
});

test('a field as wide as its view does not make the view scroll sideways', async () => {
  await render(
    <div id="view" style={{ overflowY: 'auto' }}>
      <PasswordField label="Password" />
    </div>,
  );
  const view = document.getElementById('view') as HTMLElement;
  expect(view.scrollWidth).toBe(view.clientWidth);
});

test('what stands still while pressed comes and goes after the click', async () => {
  const view = (line?: ReactNode) => (
    <>
      <StillWhilePressed>{line}</StillWhilePressed>
      <Button>Undo</Button>
    </>
  );
  const screen = await render(view());
  const button = screen.getByRole('button', { name: 'Undo' }).element();
  const tell = (type: string, pressed = 0) =>
    act(() => void button.dispatchEvent(new PointerEvent(type, { bubbles: true, button: pressed })));
  const line = () => screen.container.textContent.replace('Undo', '');
  for (const end of ['pointerup', 'pointercancel']) {
    await screen.rerender(view());
    await tell('pointerdown');
    await screen.rerender(view('Offline'));
    expect(line()).toBe('');
    await tell(end);
    expect(line()).toBe('');
    await expect.poll(line).toBe('Offline');
    await tell('pointerdown');
    await screen.rerender(view());
    expect(line()).toBe('Offline');
    await tell(end);
    await expect.poll(line).toBe('');
  }
  // Two fingers leave, and one is back.
  for (const type of ['pointerdown', 'pointerup', 'pointerup', 'pointerdown']) await tell(type);
  await screen.rerender(view('Offline'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(line()).toBe('');
  await tell('pointerup');
  await expect.poll(line).toBe('Offline');
  await tell('pointerdown', 2);
  await screen.rerender(view());
  expect(line()).toBe('');
});
