import { barcode } from '@scantix/api-contract';
import { Button, TextField } from '@scantix/ui-shell/react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useScan } from '../../scan/use-scan.ts';

/** A code typed by hand: a scan like any other, with `scanMethod` manual. */
export function TypeTheCode({ onClose }: { onClose: () => void }) {
  const scan = useScan();
  const [code, setCode] = useState('');
  const taken = useRef(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const text = code.trim();
    if (!barcode.safeParse(text).success) {
      return setError(text === '' ? 'Type the characters below the code.' : 'This text is too long for a code.');
    }
    if (taken.current) return;
    taken.current = await scan({ text, symbology: 'unknown', method: 'manual' });
  };

  return (
    <form className="app-type" onSubmit={submit} noValidate>
      <TextField
        label="Barcode"
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
      <div className="app-type__go">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary">
          Check code
        </Button>
      </div>
    </form>
  );
}
