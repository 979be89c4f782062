import type { Verdict } from '@scantix/api-contract';
import { isolated } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import { nextScanStream, type PresentedCode, SCAN_STREAM_BEGINS } from '@scantix/scan-ledger/desk';
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { useApp } from '../services/app-context.ts';
import { useAnnounce } from '../verdict/use-announce.ts';
import { whoOf } from '../verdict/use-row-words.ts';
import { wordsOf } from '../verdict/use-verdict-words.ts';
import { useRecordScan } from './use-record-scan.ts';

/**
 * Takes every code that is presented at the camera, while it is mounted. An accepted one goes to the ribbon; any other
 * opens its Scan Result over the camera, which reads nothing until that is closed. What is accepted meanwhile is told
 * after that. What still waits when the stream is left is told then.
 */
export function Stream() {
  const { atoms, ledger } = useApp();
  const announce = useAnnounce();
  const tellUnseen = useTellUnseen();
  const latest = useRef(tellUnseen);
  const record = useRecordScan();
  const navigate = useNavigate();
  const location = useLocation();
  const setSink = useSetAtom(atoms.streamSinkAtom);
  const [state, dispatch] = useReducer(nextScanStream, SCAN_STREAM_BEGINS);
  const exceptions = useRef(new Map<string, LedgerScan>());
  const accepted = useRef<LedgerScan | null>(null);
  /** Accepted while an exception stood on the screen: its sound would be taken for that of the exception. */
  const untold = useRef<Verdict | null>(null);
  const isOpen = useRef(true);

  const take = useCallback(
    async (code: PresentedCode) => {
      const scan = await record(code);
      if (!scan) return false;
      const { id } = scan.scan;
      const except = (entry: LedgerScan) => {
        exceptions.current.set(id, entry);
        dispatch({ type: 'exception', id });
      };
      ledger.decide(id).then(
        (verdict) => {
          const entry = { ...scan, verdict };
          // What is decided after the stream was left opens nothing, but it is heard.
          if (!isOpen.current) return latest.current(entry);
          if (verdict.outcome !== 'accepted') return except(entry);
          if (exceptions.current.size > 0) untold.current = verdict;
          else announce(verdict);
          accepted.current = entry;
          dispatch({ type: 'accepted', id });
        },
        // The verdict says that it cannot be read from the storage.
        () => except(scan),
      );
      return true;
    },
    [announce, ledger, record],
  );

  const { ribbon } = state;
  useLayoutEffect(() => {
    setSink({ take, ribbon: ribbon === null ? null : accepted.current });
  }, [ribbon, setSink, take]);
  const opened = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = tellUnseen;
  }, [tellUnseen]);
  useLayoutEffect(() => {
    isOpen.current = true;
    const waiting = exceptions.current;
    return () => {
      isOpen.current = false;
      setSink(null);
      waiting.delete(opened.current ?? '');
      for (const entry of waiting.values()) latest.current(entry);
    };
  }, [setSink]);

  const shown = state.status === 'stopped' ? state.shown : null;
  const atScanner = isScannerPath(location.pathname);
  useEffect(() => {
    const scan = shown === null ? undefined : exceptions.current.get(shown);
    if (!scan || !atScanner) return;
    if (opened.current === shown) {
      exceptions.current.delete(scan.scan.id);
      dispatch({ type: 'closed' });
      if (exceptions.current.size > 0 || !untold.current) return;
      announce(untold.current);
      untold.current = null;
      return;
    }
    opened.current = shown;
    void navigate(scanResultAddress(scan.scan), { state: liveResult() });
  }, [announce, atScanner, navigate, shown]);
  return null;
}

/** Returns a function that tells a verdict that no view opens: aloud, and by a toast if somebody has to act on it. */
function useTellUnseen(): (entry: LedgerScan) => void {
  const { toasts } = useApp();
  const announce = useAnnounce();
  const i18n = useI18n();
  return useCallback(
    ({ scan, verdict }) => {
      // The storage has failed, which the status strip reports.
      if (!verdict) return;
      announce(verdict);
      if (verdict.outcome === 'accepted') return;
      const { word, reason } = wordsOf(i18n, verdict, Date.parse(verdict.decided_at));
      const message = [whoOf({ ...scan, verdict }), reason].map(isolated).join(' · ');
      toasts.show({ kind: 'warning', title: word, message });
    },
    [announce, i18n, toasts],
  );
}
