import '../../../styles/find-tickets.css';
import { Button, leaveFocusToTitle, TextField } from '@scantix/ui-shell/react';
import { useAtom } from 'jotai';
import { Search } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { BatchBar, BatchList } from '../../../desk/batch-list.tsx';
import { findBatch, MAX_LISTED } from '../../../desk/use-batch.ts';
import { useRecordTogether } from '../../../desk/use-record-together.ts';
import { typedCode, useRecordTyped } from '../../../desk/use-record-typed.ts';
import { trimmed } from '../../../format/trimmed.ts';
import { useI18n } from '../../../hooks/use-i18n.ts';
import { useLedgerScans } from '../../../ledger/use-ledger-scans.ts';
import { TryAgain } from '../../../queries/try-again.tsx';
import { useQueryFailure } from '../../../queries/use-query-failure.ts';
import { useApp } from '../../../services/app-context.ts';
import { TicketList } from './ticket-list.tsx';
import { useTicketSearch } from './use-ticket-search.ts';

const NONE: ReadonlySet<string> = new Set();

/** Tickets by name or order, for visitors without a code. One is checked like a typed code, several together. */
export function FindTickets({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<readonly string[] | null>(null);
  return checked ? <Checked ids={checked} onNext={onClose} /> : <Choose onClose={onClose} onChecked={setChecked} />;
}

interface ChooseProps {
  readonly onClose: () => void;
  /** Called with the ids of the scans of several tickets. */
  readonly onChecked: (ids: readonly string[]) => void;
}

function Choose({ onClose, onChecked }: ChooseProps) {
  const i18n = useI18n();
  const { atoms } = useApp();
  const recordTyped = useRecordTyped();
  const recordTogether = useRecordTogether();
  const [batch, setBatch] = useAtom(atoms.batchAtom);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(NONE);
  const [error, setError] = useState<string | null>(null);
  /** From the first press on: a second one during the write would record the tickets again. */
  const taken = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const wanted = trimmed(text);
  const search = useTicketSearch(wanted);
  const failure = useQueryFailure(search, wanted);
  const tickets = (wanted === '' ? null : search.data?.items) ?? [];
  // Those that are out of sight are not meant.
  const codes = tickets.map(({ barcode }) => barcode).filter((barcode) => chosen.has(barcode));

  const find = (next: string) => {
    setText(next);
    setError(null);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const [only, ...others] = codes;
    if (only === undefined) {
      field.current?.focus();
      return setError(i18n.t('Choose a ticket from the list.'));
    }
    if (taken.current) return;
    taken.current = true;
    if (!batch && others.length === 0) {
      taken.current = await recordTyped(only);
      if (taken.current) onClose();
      return;
    }
    const ids = await recordTogether(codes.map(typedCode));
    const stored = ids.filter((id) => id !== null);
    if (!batch) {
      taken.current = stored.length > 0;
      if (taken.current) onChecked(stored);
      return;
    }
    setBatch((open) => open && [...stored, ...open]);
    if (stored.length === ids.length) return onClose();
    // The others can be tried again; those that are in the batch are not recorded twice.
    setChosen(new Set(codes.filter((_, index) => ids[index] === null)));
    taken.current = false;
  };

  return (
    <form ref={leaveFocusToTitle} className="app-type" onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={i18n.t('Name or order')}
        type="search"
        maxLength={200}
        leading={<Search aria-hidden />}
        value={text}
        error={error}
        autoFocus
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => find(event.target.value)}
        onKeyDown={(event) => {
          // The key says Search: it hides the keyboard of a phone, and admits nobody.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      <div className="app-find__found">
        <p className="app-muted" role="status">
          <SearchState text={wanted} search={search} />
        </p>
        {failure && wanted !== '' && <TryAgain failure={failure} />}
        {tickets.length > 0 && <TicketList {...{ tickets, chosen }} onChoose={setChosen} onOrder={find} />}
      </div>
      <div className="app-type__go">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {codes.length > 1 ? i18n.t('Check {count} tickets', { count: codes.length }) : i18n.t('Check ticket')}
        </Button>
      </div>
    </form>
  );
}

interface SearchStateProps {
  readonly text: string;
  readonly search: ReturnType<typeof useTicketSearch>;
}

function SearchState({ text, search: { data, error, isFetching } }: SearchStateProps) {
  const i18n = useI18n();
  if (text === '') return i18n.t('Part of a name, an order or a code');
  if (error) return error.message;
  if (!data) return i18n.t('Searching…');
  if (data.items.length === 0) return isFetching ? i18n.t('Searching…') : i18n.t('No ticket matches');
  if (data.hasMore) return i18n.t('More tickets match. Type more of the name.');
  return i18n.t('{count, plural, one {# ticket} other {# tickets}}', { count: data.items.length });
}

/** What became of several tickets. */
function Checked({ ids, onNext }: { ids: readonly string[]; onNext: () => void }) {
  const log = useLedgerScans(MAX_LISTED);
  const batch = findBatch(ids, log ?? []);
  return (
    <>
      <BatchList scans={batch.scans} />
      <BatchBar count={ids.length} {...batch} clear={onNext} />
    </>
  );
}
