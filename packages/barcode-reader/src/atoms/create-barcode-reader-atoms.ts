import { atom } from 'jotai';
import type { BarcodeReader, Symbology } from '../index.ts';

/**
 * Creates atoms for a reader: `barcodeReaderAtom` reads its state, the others change what it looks for.
 *
 * @example
 * const { barcodeReaderAtom } = createBarcodeReaderAtoms(reader);
 * const ready = useAtomValue(barcodeReaderAtom).status === 'ready';
 */
export function createBarcodeReaderAtoms(reader: BarcodeReader) {
  const stateAtom = atom(reader.getSnapshot());
  stateAtom.debugLabel = 'barcode-reader/state';
  stateAtom.onMount = (setState) => {
    const read = () => setState(reader.getSnapshot());
    read();
    return reader.subscribe(read);
  };

  const barcodeReaderAtom = atom((get) => get(stateAtom));
  barcodeReaderAtom.debugLabel = 'barcode-reader/reader';

  const setSymbologiesAtom = atom(null, (_get, _set, names: readonly Symbology[]) => reader.setSymbologies(names));
  setSymbologiesAtom.debugLabel = 'barcode-reader/set-symbologies';

  const setMaximumCodesAtom = atom(null, (_get, _set, maximumCodes: number) => reader.setMaximumCodes(maximumCodes));
  setMaximumCodesAtom.debugLabel = 'barcode-reader/set-maximum-codes';

  return { barcodeReaderAtom, setSymbologiesAtom, setMaximumCodesAtom };
}
