import { globSync, readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import { compileMessage as compileIcu } from '@lingui/message-utils/compileMessage';
import { MESSAGES } from '@scantix/auth-session';
import { createFeatureFlags } from '@scantix/feature-flags';
import { compileMessage, formatDateTime } from '@scantix/i18n';
import { compileTexts, findCatalogProblems, readPoFile } from '@scantix/i18n/testing';
import { LEDGER_ERROR_CODES, LedgerError, SCAN_PROBLEMS, TICKETS_PROBLEMS, UNDO_PROBLEMS } from '@scantix/scan-ledger';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from './languages.ts';
import { PACKAGE_TEXTS, SERVER_TEXTS, UNDO_MESSAGES } from './package-messages.ts';

const ALL = Object.keys(LANGUAGES) as Language[];
const readCatalog = (language: Language) => readPoFile(new URL(`./locales/${language}.po`, import.meta.url));
const readMessages = async (language: Language) => compileTexts(await readCatalog(language));

/** Texts that stay as the review of the screens gave them, without a full stop. */
const GIVEN = [
  'Check only. No entry used',
  'Choose a longer period',
  'Not found on this device or the server',
  'Scans will appear here',
  'Storage is full. This lasts until you close the page',
  'The camera needs a secure (https) link. Ask your supervisor',
  "Tickets didn't download. Scans wait for the server",
  'Works everywhere. Set it to send Enter or Tab',
  "You're offline. Connect to sign in",
];

const english = await readCatalog('en');

test('the small compiler of the app gives what the one of Lingui gives, for every English message', () => {
  for (const text of Object.values(english)) expect([compileMessage(text)].flat()).toEqual(compileIcu(text));
});

describe.each(ALL)('in %s', (language) => {
  test('every message is there, is not empty and takes the values that the English one takes', async () => {
    expect(findCatalogProblems(english, await readCatalog(language))).toEqual([]);
  });

  test('a message ends with a full stop where the English one does', async () => {
    const texts = Object.entries(await readCatalog(language));
    expect(texts.filter(([id, text]) => text.endsWith('.') !== english[id]?.endsWith('.'))).toEqual([]);
  });

  test('the pattern of a date is that of the dates', async () => {
    const { 'date.pattern': pattern = '' } = await readCatalog(language);
    const date = formatDateTime(new Date(2026, 10, 21, 14, 5), language);
    expect(pattern.replaceAll(/\p{L}/gu, '0')).toBe(date.replaceAll(/\d/g, '0'));
  });

  test('what packages and the backend say can be said', async () => {
    const messages = await readMessages(language);
    for (const text of [...Object.values(UNDO_MESSAGES), ...PACKAGE_TEXTS, ...SERVER_TEXTS])
      expect(messages).toHaveProperty([text]);
  });

  test('the buttons that take a scan back do not say what the button that leaves a dialog says', async () => {
    const { Cancel: cancel, ...texts } = await readCatalog(language);
    expect([texts['Take back'], texts['action.undo']]).not.toContain(cancel);
  });
});

test.each(ALL)('in %s nothing breaks between a number and its unit', async (language) => {
  const texts = Object.values(await readCatalog(language));
  expect(texts.filter((text) => /[\d}#] (?:ms|s|min|h|%)(?!\p{L})/u.test(text))).toEqual([]);
});

test.each<Language>(['de', 'es', 'fr'])('%s has its own apostrophe', async (language) => {
  const texts = Object.values(await readCatalog(language));
  expect(texts.filter((text) => text.includes("'"))).toEqual([]);
});

test('German has a no-break space before an ellipsis', async () => {
  const texts = Object.values(await readCatalog('de'));
  expect(texts.filter((text) => /[^\u00a0]…/.test(text))).toEqual([]);
});

test('French has no-break spaces inside its quotes and before its punctuation', async () => {
  const texts = Object.values(await readCatalog('fr'));
  expect(texts.filter((text) => /«[^\u00a0]|[^\u00a0]»|[^\u00a0](?<!hh):|[^\u202f][;?!]/.test(text))).toEqual([]);
});

test('French says "caméra" and "lampe", except where a device says otherwise', async () => {
  const texts = Object.entries(await readCatalog('fr')).filter(([, text]) => /appareil photo|lumière/i.test(text));
  expect(texts.map(([id]) => id)).toEqual([expect.stringMatching('Open the Settings app of this device')]);
});

test('in Spanish "entrada" is a ticket, and nothing else', async () => {
  const spanish = Object.entries(await readCatalog('es')).filter(([, text]) => /entrada/i.test(text));
  expect(spanish.filter(([id]) => !/ticket|^Cancelled$/i.test(id))).toEqual([]);
});

test('in Spanish a scan is "escaneo", a hand scanner "lector" and the app "escáner"', async () => {
  const spanish = Object.entries(await readCatalog('es'));
  expect(spanish.filter(([, text]) => /lectura/i.test(text))).toEqual([]);
  const app = /^((Barcode |Scantix )?Scanner|Scanner controls)$/;
  expect(spanish.filter(([id, text]) => /escáner/i.test(text) && !app.test(id))).toEqual([]);
});

test('prose ends with a full stop, and what names something or shows a state does not', () => {
  const several = Object.values(english).filter((text) => /[.?!] \p{Lu}/u.test(text));
  expect(several.filter((text) => !/[.?!]$/.test(text) && !GIVEN.includes(text))).toEqual([]);
  const folder = new URL('../', import.meta.url);
  const files = globSync('**/*.{ts,tsx}', { cwd: folder });
  const sources = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const said = (part: string) => {
    const texts = sources.flatMap((source) => [
      ...source.matchAll(new RegExp(`\\b${part}(?:=\\{|: )i18n\\.t\\(\\s*(['"])(.*?)\\1`, 'g')),
    ]);
    return texts.map(([, , text = '']) => text);
  };
  expect(said('title').filter((text) => text.endsWith('.'))).toEqual([]);
  expect(said('message').filter((text) => !/[.?]$/.test(text) && !GIVEN.includes(text))).toEqual([]);
});

test('in English the app says what the packages say', () => {
  const ledger = LEDGER_ERROR_CODES.map((code) => new LedgerError(code).message);
  const flags = createFeatureFlags({ values: {} }).list();
  const tables = [MESSAGES, SCAN_PROBLEMS, TICKETS_PROBLEMS].flatMap(Object.values<string>);
  expect(UNDO_MESSAGES).toEqual(UNDO_PROBLEMS);
  const texts = [...ledger, ...flags.map(({ description }) => description), ...tables];
  expect([...PACKAGE_TEXTS].sort()).toEqual(texts.sort());
});

test.each<[Language, readonly string[]]>([
  ['en', ['0 scans waiting', '1 scan waiting', '1,000 scans waiting']],
  ['de', ['0 Scans warten', '1 Scan wartet', '1.000 Scans warten']],
  ['es', ['0 escaneos en espera', '1 escaneo en espera', '1000 escaneos en espera']],
  ['fr', ['0 scan en attente', '1 scan en attente', '1\u202f000 scans en attente']],
])('%s counts as its speakers do', async (language, expected) => {
  const i18n = setupI18n({ locale: language, messages: { [language]: await readMessages(language) } });
  const said = [0, 1, 1000].map((count) => i18n.t('{count, plural, one {# scan} other {# scans}} waiting', { count }));
  expect(said).toEqual(expected);
});

/** What is counted beside other words, with one of each. */
const COUNTED = [
  'Offline · {count, plural, other {# waiting}}',
  '{count, plural, other {# in today}}',
  '{count} in',
  '{count} out',
  '{count} valid',
  '{count} refused',
  '{count} undone',
  '{count} earlier',
  '{count, plural, one {# other} other {# others}}',
  'Decided by clerks: {letIn, plural, other {# let in or out}}, {turnedAway, plural, other {# turned away}}',
];

test.each<[Language, readonly string[]]>([
  [
    'en',
    [
      ...['Offline · 1 waiting', '1 in today', '1 in', '1 out', '1 valid', '1 refused', '1 undone', '1 earlier'],
      ...['1 other', 'Decided by clerks: 1 let in or out, 1 turned away'],
    ],
  ],
  [
    'de',
    [
      ...['Offline · 1 wartet', '1 heute eingelassen', '1 eingelassen', '1 hinausgelassen', '1 gültig', '1 abgelehnt'],
      ...['1 zurückgenommen', '1 früherer', 'Weitere: 1'],
      'Vom Personal entschieden: 1 ein- oder hinausgelassen, 1 abgewiesen',
    ],
  ],
  [
    'es',
    [
      ...['Sin conexión · 1 en espera', '1 admitido hoy', '1 admitido', '1 salida', '1 válido', '1 rechazado'],
      ...['1 anulado', '1 anterior', '1 más'],
      'Decidido por el personal: 1 admisión o salida, 1 rechazo',
    ],
  ],
  [
    'fr',
    [
      ...['Hors ligne · 1 en attente', '1 admis aujourd’hui', '1 admis', '1 sorti', '1 valide', '1 refusé', '1 annulé'],
      ...['1 précédent', '1 autre', 'Décidé par les agents\u00a0: 1 entrée ou sortie permise, 1 refusé'],
    ],
  ],
])('%s says of one what it says of one', async (language, expected) => {
  const i18n = setupI18n({ locale: language, messages: { [language]: await readMessages(language) } });
  expect(COUNTED.map((text) => i18n.t(text, { count: 1, letIn: 1, turnedAway: 1 }))).toEqual(expected);
});

test.each<[Language, readonly string[]]>([
  ['en', ['Offline · 1,000 waiting', '1,000 in today']],
  ['de', ['Offline · 1.000 warten', '1.000 heute eingelassen']],
  ['es', ['Sin conexión · 1000 en espera', '1000 admitidos hoy']],
  ['fr', ['Hors ligne · 1\u202f000 en attente', '1\u202f000 admis aujourd’hui']],
])('%s says a thousand as its speakers do', async (language, expected) => {
  const i18n = setupI18n({ locale: language, messages: { [language]: await readMessages(language) } });
  expect(COUNTED.slice(0, 2).map((text) => i18n.t(text, { count: 1000 }))).toEqual(expected);
});
