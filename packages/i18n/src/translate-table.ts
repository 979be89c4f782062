import type { I18n, MessageDescriptor } from '@lingui/core';
import { translateText } from './translate-text.ts';

/** Messages by a key of another package: its labels, or its error codes. */
export type MessageTable<Key extends string> = Readonly<Record<Key, string | MessageDescriptor>>;

/**
 * Translates a table of labels, such as a component library asks for.
 *
 * @example
 * const LABELS = { close: 'Close', title: { id: 'app.title', message: 'Scanner' } };
 * translateLabels(i18n, LABELS); // { close: 'Schließen', title: 'Scanner' }
 */
export function translateLabels<Key extends string>(
  i18n: Pick<I18n, 't'>,
  table: MessageTable<Key>,
): Record<Key, string> {
  const entries = Object.entries<string | MessageDescriptor>(table);
  return Object.fromEntries(entries.map(([key, message]) => [key, translate(i18n, message)])) as Record<Key, string>;
}

/**
 * Translates an error by its code; an error whose code the table does not have is translated by its own message.
 *
 * @example
 * const MESSAGES = { 'storage-full': 'This device has no room left.' };
 * translateCode(i18n, MESSAGES, error);
 */
export function translateCode<Code extends string>(
  i18n: Pick<I18n, 'messages' | 't'>,
  table: Partial<MessageTable<Code>>,
  error: { readonly code: string; readonly message: string },
): string {
  const known: string | MessageDescriptor | undefined = Object.hasOwn(table, error.code)
    ? table[error.code as Code]
    : undefined;
  return known === undefined ? translateText(i18n, error.message) : translate(i18n, known);
}

function translate(i18n: Pick<I18n, 't'>, message: string | MessageDescriptor): string {
  return typeof message === 'string' ? i18n.t(message) : i18n.t(message);
}
