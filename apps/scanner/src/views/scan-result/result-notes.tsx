import type { Reason } from '@scantix/api-contract';
import { formatDateTime } from '@scantix/i18n';
import { Badge } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { REASON_WORDS } from '../../verdict/verdict-words.ts';

/** Says that the server would have refused this visitor. The verdict itself stays as the device gave it. */
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

/** Says that the clerk had no right to scan there. */
export function OutsideRightsNote({ clerk }: { clerk: string }) {
  const i18n = useI18n();
  return (
    <p>
      <Badge>{i18n.t('Marked')}</Badge> {i18n.t('{clerk} had no right to scan at this checkpoint.', { clerk })}
    </p>
  );
}

/** Says when and by whom the scan was undone. */
export function UndoneNote({ at, by }: { at: string; by: string }) {
  const i18n = useI18n();
  return (
    <p>
      <Badge>{i18n.t('Undone')}</Badge>{' '}
      {i18n.t('Taken back by {clerk}, {time}.', { clerk: by, time: formatDateTime(at, i18n.locale) })}
    </p>
  );
}
