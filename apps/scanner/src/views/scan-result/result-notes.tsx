import type { ClerkDecision, Reason, ScanMark, ScanMode, ScanUndone } from '@scantix/api-contract';
import { formatDateTime, isolated } from '@scantix/i18n';
import { Badge } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useConflictWords } from '../../verdict/use-conflict-words.ts';

interface ConflictNoteProps {
  readonly mode: ScanMode;
  readonly kind: Reason;
  readonly acknowledgedBy?: string | undefined;
}

/** Says that the server would have refused this visitor. The verdict itself stays as the device gave it. */
export function ConflictNote({ mode, kind, acknowledgedBy }: ConflictNoteProps) {
  const i18n = useI18n();
  const words = useConflictWords(mode, kind);
  return (
    <p>
      <Badge>{i18n.t('Conflict')}</Badge> {words}.
      {acknowledgedBy && ` ${i18n.t('Resolved by {clerk}.', { clerk: isolated(acknowledgedBy) })}`}
    </p>
  );
}

interface DecisionNoteProps {
  readonly decision: ClerkDecision | undefined;
  readonly mode: ScanMode;
  readonly clerk: string;
}

/** Says what the clerk decided before the server answered. */
export function DecisionNote({ decision, mode, clerk }: DecisionNoteProps) {
  const i18n = useI18n();
  if (!decision) return null;
  const name = isolated(clerk);
  if (decision === 'turned_away') return <p>{i18n.t('{clerk} decided: turned away.', { clerk: name })}</p>;
  return (
    <p>
      {mode === 'exit'
        ? i18n.t('{clerk} decided: let out.', { clerk: name })
        : i18n.t('{clerk} decided: let in.', { clerk: name })}
    </p>
  );
}

/** Why a scan is marked; `{clerk}` is whom it names. */
const MARK_WORDS: Readonly<Record<ScanMark, string>> = {
  outside_rights: /*i18n*/ '{clerk} had no right to scan at this checkpoint.',
  no_session: /*i18n*/ '{clerk} was not signed in on the device of this scan at the time the scan claims.',
  clerk_disabled: /*i18n*/ 'It claims a time after the account of {clerk} was disabled.',
  claimed_long_ago: /*i18n*/ 'It claims a time more than 31 days before it arrived.',
  late_from_another_device:
    /*i18n*/ 'A device other than the one that sent this scan reported the entry or exit later.',
};

/** Says why somebody should look at the scan. */
export function MarkNotes({ marks = [], clerk }: { marks?: readonly ScanMark[] | undefined; clerk: string }) {
  const i18n = useI18n();
  return marks.map((mark) => (
    <p key={mark}>
      <Badge>{i18n.t('Marked')}</Badge> {i18n.t(MARK_WORDS[mark], { clerk: isolated(clerk) })}
    </p>
  ));
}

type UndoneNoteProps = Pick<ScanUndone, 'at' | 'by' | 'submitted_by' | 'offered_again'>;

/** Says when and by whom the scan was undone, who delivered that, and whether a restored database had lost it. */
export function UndoneNote({ at, by, submitted_by: submittedBy, offered_again: offeredAgain }: UndoneNoteProps) {
  const i18n = useI18n();
  const zone = useVenueZone();
  return (
    <p>
      <Badge>{i18n.t('Undone')}</Badge>{' '}
      {i18n.t('Taken back by {clerk}, {time}.', { clerk: isolated(by), time: formatDateTime(at, i18n.locale, zone) })}
      {submittedBy && ` ${i18n.t('Delivered by {clerk}.', { clerk: isolated(submittedBy) })}`}
      {offeredAgain && ` ${i18n.t('A device sent this again, since the server had lost it.')}`}
    </p>
  );
}
