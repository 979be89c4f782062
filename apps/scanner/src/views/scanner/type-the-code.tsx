import { barcode } from '@scantix/api-contract';
import { Button, leaveFocusToTitle, TextField } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { Search } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useRecordTyped } from '../../desk/use-record-typed.ts';
import { trimmed } from '../../format/trimmed.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { createPart, usePart } from '../../hooks/use-part.ts';
import { useRight } from '../../hooks/use-right.ts';
import { useApp } from '../../services/app-context.ts';

const FIND = createPart(async () => {
  const [{ FindTickets: View }, { withQueries }] = await Promise.all([
    import('./find-tickets/find-tickets.tsx'),
    import('../../queries/with-queries.tsx'),
  ]);
  return { FindTickets: withQueries(View) };
});

/** A form for a code typed by hand. It is recorded like any other, with the scan method `manual`. */
export function TypeTheCode({ onClose }: { onClose: () => void }) {
  const i18n = useI18n();
  const { atoms } = useApp();
  const recordTyped = useRecordTyped();
  const batch = useAtomValue(atoms.batchAtom);
  const streams = useAtomValue(atoms.streamSinkAtom) !== null;
  const [code, setCode] = useState('');
  /** From the first press on: a second one during the write would record a second scan. */
  const taken = useRef(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const mayFind = useMayFindTickets();
  const [isFinding, setIsFinding] = useState(false);
  const find = usePart(FIND, isFinding);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const text = trimmed(code);
    if (!barcode.safeParse(text).success) {
      field.current?.focus();
      return setError(
        text === '' ? i18n.t('Enter the code printed under the barcode') : i18n.t('This text is too long for a code.'),
      );
    }
    if (taken.current) return;
    taken.current = true;
    taken.current = await recordTyped(text);
    if ((batch || streams) && taken.current) onClose();
  };

  if (isFinding && find.value) return <find.value.FindTickets onClose={onClose} />;
  if (isFinding) {
    return (
      <div ref={leaveFocusToTitle} className="app-type">
        {find.failed && <p role="alert">{i18n.t("The search can't be loaded without a network.")}</p>}
        <div className="app-type__go">
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          <Button autoFocus busy={!find.failed} variant="primary" onClick={find.retry}>
            {i18n.t('Try again')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form ref={leaveFocusToTitle} className="app-type" onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={i18n.t('Barcode')}
        name="barcode"
        value={code}
        error={error}
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          setCode(event.target.value);
          setError(null);
        }}
      />
      {mayFind && (
        <Button icon={<Search aria-hidden />} onClick={() => setIsFinding(true)}>
          {i18n.t('Search by name')}
        </Button>
      )}
      <div className="app-type__go">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {i18n.t('Check code')}
        </Button>
      </div>
    </form>
  );
}

/** Whether the server lets the signed-in clerk search tickets by name. */
function useMayFindTickets(): boolean {
  const supervises = useRight('supervise');
  const searches = useRight('search');
  return supervises === true || searches === true;
}
