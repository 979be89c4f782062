import { setupI18n } from '@lingui/core';
import type { Reason, Verdict } from '@scantix/api-contract';
import { OUTCOMES, REASONS } from '@scantix/api-contract';
import { compileTexts, readPoFile } from '@scantix/i18n/testing';
import { expect, test } from 'vitest';
import { firstScanOf, seatOf, spokenWords, wordsOf } from './use-verdict-words.ts';
import { formatAgo, LOOK_WORDS, REASON_WORDS, reasonOf, visibleBarcode } from './verdict-words.ts';

const readMessages = async (locale: string) =>
  compileTexts(await readPoFile(new URL(`../i18n/locales/${locale}.po`, import.meta.url)));

const translatorOf = async (locale: string) =>
  setupI18n({ locale, messages: { [locale]: await readMessages(locale) } });

const i18n = await translatorOf('en');
const now = Date.parse('2026-11-21T12:00:00.000Z');
const verdict = (part: Partial<Verdict>): Verdict => ({
  outcome: 'refused',
  reason: 'unknown_code',
  certainty: 'server',
  mode: 'entry',
  decided_at: '2026-11-21T12:00:00.000Z',
  ...part,
});

test('every outcome has a word', () => {
  expect(OUTCOMES.map((outcome) => wordsOf(i18n, verdict({ outcome }), now).word)).toEqual([
    'Accepted',
    'Attention',
    'Refused',
    'Undecided',
  ]);
});

test.each(REASONS)('the reason %s has words that are not its code', (reason: Reason) => {
  expect(wordsOf(i18n, verdict({ reason }), now).reason).not.toMatch(/_/);
  expect(REASON_WORDS[reason]).not.toMatch(/_/);
});

test.each(['en', 'de', 'es', 'fr'])('in %s no two looks and reasons are called the same', async (locale) => {
  const translator = await translatorOf(locale);
  const ids = [...new Set([...Object.values(LOOK_WORDS), ...Object.values(REASON_WORDS)])];
  const words = ids.map((id) => translator.t(id).toLowerCase());
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test('a reason that this build does not know keeps its outcome and says where to go', () => {
  const { word, reason, nextAction } = wordsOf(i18n, verdict({ outcome: 'refused', reason: 'other' }), now);
  expect([word, reason, nextAction]).toEqual(['Refused', 'Another reason', 'Send to the info desk']);
  expect(wordsOf(i18n, verdict({ outcome: 'accepted', reason: 'other' }), now).nextAction).toBeNull();
});

test.each([
  [4_000, 'Already used 4\u00a0s ago'],
  [21 * 60_000, 'Already used 21\u00a0min ago'],
  [3 * 3_600_000, 'Already used 3\u00a0h ago'],
])('a ticket used %d ms ago says so', (ageMs, expected) => {
  const at = new Date(now - ageMs).toISOString();
  const first_use = { scan_id: 'x', at, clerk: 'J. Moreau', checkpoint: 'Gate A' };
  expect(wordsOf(i18n, verdict({ reason: 'already_used', first_use }), now).reason).toBe(expected);
});

test.each([
  [3 * 60_000, '11:57, Gate A, J. Moreau'],
  [2 * 86_400_000, '11/19/26, 12:00, Gate A, J. Moreau'],
])('a first use %d ms before the verdict has its day where that is another one', (ageMs, expected) => {
  const at = new Date(now - ageMs).toISOString();
  const first_use = { scan_id: 'x', at, clerk: 'J. Moreau', checkpoint: 'Gate A' };
  expect(firstScanOf(i18n, verdict({ reason: 'already_used', first_use }), 'UTC')).toBe(expected);
});

test.each([
  ['en', 'Already used at 11:57', 'Let in before, on 11/19/26, 11:57', 'Expired Thu 11/19/26, 11:57'],
  ['de', 'Bereits benutzt um 11:57', 'Bereits eingelassen, am 19.11.26, 11:57', 'Abgelaufen am Do 19.11.26, 11:57'],
  ['es', 'Ya utilizada a las 11:57', 'Ya admitido, el 19/11/26, 11:57', 'Caducó el jue 19/11/26, 11:57'],
  ['fr', 'Déjà utilisé à 11:57', 'Déjà admis, le 19/11/26 11:57', 'Expiré le jeu. 19/11/26 11:57'],
])('in a row of %s a time stands in its sentence', async (locale, usedToday, usedBefore, expired) => {
  const translator = await translatorOf(locale);
  const say = (part: Partial<Verdict>) => reasonOf(translator, verdict(part), null, 'UTC');
  const first = { scan_id: 'x', clerk: 'J. Moreau', checkpoint: 'Gate A' };
  const ticket = { holder: null, type: 'Day', order: null, entries_left: 0, entries_allowed: 1 };
  const [today, before] = ['2026-11-21T11:57:00.000Z', '2026-11-19T11:57:00.000Z'];
  expect([
    say({ reason: 'already_used', first_use: { ...first, at: today } }),
    say({ reason: 'self_repeat', first_use: { ...first, at: before } }),
    say({ reason: 'expired', ticket: { ...ticket, valid_from: null, valid_until: before } }),
  ]).toEqual([usedToday, usedBefore, expired]);
});

test('an age is counted in whole units that have passed', () => {
  const ages = [59_400, 89_000, 3_570_000, 5_400_000].map((age) =>
    formatAgo(i18n, new Date(now - age).toISOString(), now),
  );
  expect(ages).toEqual(['59\u00a0s ago', '1\u00a0min ago', '59\u00a0min ago', '1\u00a0h ago']);
});

test('a ticket for other checkpoints names them', () => {
  const works_at = [
    { id: '1', name: 'Gate A' },
    { id: '2', name: 'Gate C' },
  ];
  expect(wordsOf(i18n, verdict({ reason: 'wrong_checkpoint', works_at }), now).nextAction).toBe(
    'Send to Gate A or Gate C',
  );
});

test('a name from the right does not turn round what stands beside it', () => {
  const first_use = { scan_id: 'x', at: '2026-11-21T11:57:00.000Z', clerk: 'נועה', checkpoint: 'שער 3' };
  const used = verdict({ reason: 'already_used', first_use });
  expect(firstScanOf(i18n, used, 'UTC')).toBe('11:57, \u2068שער 3\u2069, \u2068נועה\u2069');
  expect(seatOf({ section: 'יציע', seat: 'Row 4' })).toBe('\u2068יציע\u2069, Row 4');
  const works_at = [{ id: '1', name: 'שער 3' }];
  expect(wordsOf(i18n, verdict({ reason: 'wrong_checkpoint', works_at }), now).nextAction).toBe(
    'Send to \u2068שער 3\u2069',
  );
});

test('infrastructure trouble is never blamed on a ticket', () => {
  const { reason, nextAction } = wordsOf(i18n, verdict({ outcome: 'undecided', reason: 'server_unreachable' }), now);
  expect(reason).toBe('The server cannot be reached');
  expect(nextAction).toBe('Check it yourself, then continue');
});

test('control characters become visible', () => {
  expect(visibleBarcode('01\u001d21\u0000\u007f')).toBe('01␝21␀␡');
  expect(visibleBarcode('T-\u202e321\u0085\u2069')).toBe('T-⟨202E⟩321⟨0085⟩⟨2069⟩');
  expect(visibleBarcode('HL\u200b-\u00ad1\u2060')).toBe('HL⟨200B⟩-⟨00AD⟩1⟨2060⟩');
  expect(visibleBarcode('1\u200d2 👩\u200d🔧')).toBe('1⟨200D⟩2 👩\u200d🔧');
});

test('in German a verdict has German words, times and lists', async () => {
  const german = await translatorOf('de');
  const first_use = {
    scan_id: 'x',
    at: new Date(now - 21 * 60_000).toISOString(),
    clerk: 'J. Moreau',
    checkpoint: 'A',
  };
  expect(wordsOf(german, verdict({ reason: 'already_used', first_use }), now)).toEqual({
    word: 'Abgelehnt',
    reason: 'Bereits benutzt vor 21\u00a0min',
    nextAction: 'Zum Infoschalter schicken',
  });
  const works_at = ['A', 'B', 'C'].map((name) => ({ id: name, name }));
  expect(wordsOf(german, verdict({ reason: 'wrong_checkpoint', works_at }), now).nextAction).toBe(
    'Weiterschicken zu: A, B oder C',
  );
});

test('a voice says outcome, reason and what to do, and names nobody', () => {
  const ticket = {
    ...{ holder: 'Ravi Menon', type: 'Day', note: 'Ask for the wristband', order: null },
    ...{ entries_left: 0, entries_allowed: 1, valid_from: null, valid_until: null },
  };
  const say = (part: Partial<Verdict>) => spokenWords(i18n, verdict({ ticket, ...part }));
  expect(say({ outcome: 'accepted', reason: 'ok' })).toBe('Accepted');
  expect(say({ outcome: 'attention', reason: 'needs_attention' })).toBe('Attention. Ask for the wristband');
  expect(say({ reason: 'already_used' })).toBe('Refused. Already used. Send to the info desk');
  expect(say({ outcome: 'attention', reason: 'self_repeat' })).toMatch(/^Attention\. You let this one in already\. /);
  expect(say({ outcome: 'accepted', reason: 'ok', mode: 'check' })).toBe('Check only. No entry used');
});
