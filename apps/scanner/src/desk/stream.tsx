import type { LedgerScan } from '@scantix/scan-ledger';
import { nextScanStream, type PresentedCode, SCAN_STREAM_BEGINS } from '@scantix/scan-ledger/desk';
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { useApp } from '../services/app-context.ts';
import { useAnnounce } from '../verdict/use-announce.ts';
import { useRecordScan } from './use-record-scan.ts';

/**
 * Takes every code that is presented at the camera, while it is mounted. An accepted one goes to the ribbon; any other
 * opens its Scan Result over the camera, which reads nothing until that is closed.
 */
export function Stream() {
  const { atoms, ledger } = useApp();
  const announce = useAnnounce();
  const record = useRecordScan();
  const navigate = useNavigate();
  const location = useLocation();
  const setSink = useSetAtom(atoms.streamSinkAtom);
  const [state, dispatch] = useReducer(nextScanStream, SCAN_STREAM_BEGINS);
  const exceptions = useRef(new Map<string, LedgerScan>());
  const accepted = useRef<LedgerScan | null>(null);
  const isOpen = useRef(true);

  const take = useCallback(
    async (code: PresentedCode) => {
      const scan = await record(code);
      if (!scan) return false;
      const { id } = scan.scan;
      const except = () => {
        exceptions.current.set(id, scan);
        dispatch({ type: 'exception', id });
      };
      ledger.decide(id).then((verdict) => {
        // What is decided after the stream was left opens nothing, but it is heard.
        if (verdict.outcome !== 'accepted' && isOpen.current) return except();
        announce(verdict);
        accepted.current = { ...scan, verdict };
        dispatch({ type: 'accepted', id });
        // The verdict says that it cannot be read from the storage.
      }, except);
      return true;
    },
    [announce, ledger, record],
  );

  const { ribbon } = state;
  useLayoutEffect(() => {
    setSink({ take, ribbon: ribbon === null ? null : accepted.current });
  }, [ribbon, setSink, take]);
  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      setSink(null);
    };
  }, [setSink]);

  const shown = state.status === 'stopped' ? state.shown : null;
  const opened = useRef<string | null>(null);
  const atScanner = isScannerPath(location.pathname);
  useEffect(() => {
    const scan = shown === null ? undefined : exceptions.current.get(shown);
    if (!scan || !atScanner) return;
    if (opened.current === shown) {
      exceptions.current.delete(scan.scan.id);
      dispatch({ type: 'closed' });
      return;
    }
    opened.current = shown;
    void navigate(scanResultAddress(scan.scan), { state: liveResult() });
  }, [atScanner, navigate, shown]);
  return null;
}
