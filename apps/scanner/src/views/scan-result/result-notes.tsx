import type { Reason } from '@scantix/api-contract';
import { formatDateTime } from '@scantix/i18n';
import { Badge } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { REASON_WORDS } from '../../verdict/verdict-words.ts';

/** The server would have refused what the device let in: said beside the verdict, which stands as it was given. */
export function ConflictNote({ kind, acknowledgedBy }: { kind: Reason; acknowledgedBy?: string | undefined }) {
  const i18n = useI18n();
  return (
    <p>
      <Badge>{i18n.t('Conflict')}</Badge>{' '}
      {i18n.t('Let in offline. The server says: {reason}.', { reason: i18n.t(REASON_WORDS[kind]) })}
      {acknowledgedBy && ` ${i18n.t('Seen to by {clerk}.', { clerk: acknowledgedBy })}`}
    </p>
  );
}

/** An entry or exit that somebody took back. */
export function UndoneNote({ at, by }: { at: string; by: string }) {
  const i18n = useI18n();
  return (
    <p>
      <Badge>{i18n.t('Undone')}</Badge>{' '}
      {i18n.t('Taken back by {clerk}, {time}.', { clerk: by, time: formatDateTime(at, i18n.locale) })}
    </p>
  );
}
