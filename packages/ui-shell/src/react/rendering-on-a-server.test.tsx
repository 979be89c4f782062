import { useAtomValue } from 'jotai';
import { House } from 'lucide-react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createConfirmationBus, createToastBus } from '../index.ts';
import { createPreferenceStore } from '../preferences/index.ts';
import {
  AppShell,
  ButtonLink,
  Checkbox,
  ConfirmationDialog,
  Page,
  PasswordField,
  TextField,
  Toaster,
  Tooltip,
  useConfirm,
  useMediaQuery,
  useNow,
  useOnline,
} from './index.ts';

const density = createPreferenceStore().preference('density', { parse: String }, 'cosy');

function Facts() {
  const facts = {
    desk: useMediaQuery('(min-width: 1024px)'),
    phone: useMediaQuery('(max-width: 599px)', true),
    online: useOnline(),
    now: useNow(1_000, 7),
    density: useAtomValue(density),
  };
  return JSON.stringify(facts);
}

test('hooks give on a server what they are told to assume, not what Node has', () => {
  const html = renderToString(<Facts />);
  expect(JSON.parse(html.replaceAll('&quot;', '"'))).toEqual({
    desk: false,
    phone: true,
    online: true,
    now: 7,
    density: 'cosy',
  });
});

function Question() {
  useConfirm(createConfirmationBus());
  return null;
}

test('a whole page is rendered where there is no window', () => {
  const html = renderToString(
    <AppShell
      sessionValid
      title="Bins"
      theme="dark"
      onToggleTheme={() => {}}
      onSignOut={() => {}}
      settingsHref="/settings"
      navigation={[{ href: '/', label: 'Home', icon: <House /> }]}
    >
      <Page>
        <TextField label="Bin" />
        <PasswordField label="Password" />
        <Checkbox label="Empty" />
        <Tooltip label="Help">
          <ButtonLink href="/help">Help</ButtonLink>
        </Tooltip>
      </Page>
      <ConfirmationDialog bus={createConfirmationBus()} />
      <Toaster bus={createToastBus()} />
      <Question />
    </AppShell>,
  );
  for (const text of ['Bins', 'Home', 'Bin', 'Password', 'Empty', 'Help']) expect(html).toContain(text);
});
