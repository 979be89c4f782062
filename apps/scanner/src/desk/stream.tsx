import type { I18n } from '@lingui/core';
import type { Outcome, Verdict } from '@scantix/api-contract';
import { isolated } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import { nextScanStream, type PresentedCode, SCAN_STREAM_BEGINS } from '@scantix/scan-ledger/desk';
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { useVenueZone } from '../hooks/use-venue-zone.ts';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { useApp } from '../services/app-context.ts';
import type { AppServices } from '../services/services.ts';
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
  const untold = useRef<LedgerScan | null>(null);
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
          if (!isOpen.current) return latest.current([entry]);
          if (verdict.outcome !== 'accepted') return except(entry);
          if (exceptions.current.size > 0) untold.current = entry;
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
      latest.current([...waiting.values(), ...(untold.current ? [untold.current] : [])]);
      untold.current = null;
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
      latest.current([untold.current]);
      untold.current = null;
      return;
    }
    opened.current = shown;
    void navigate(scanResultAddress(scan.scan), { state: liveResult() });
  }, [atScanner, navigate, shown]);
  return null;
}

interface Telling extends Pick<AppServices, 'toasts'> {
  readonly announce: (verdict: Verdict) => void;
  readonly i18n: I18n;
  readonly zone: string | undefined;
}

/** The most urgent one last. */
const BY_URGENCY: readonly Outcome[] = ['accepted', 'undecided', 'attention', 'refused'];

/**
 * Tells verdicts that no view opens: the most urgent one aloud, because sounds of one moment cannot be told apart, and by
 * toasts those on which somebody has to act. The most urgent toast comes last: it stays.
 */
export function tellUnseen({ announce, i18n, toasts, zone }: Telling, scans: readonly LedgerScan[]): void {
  // One without a verdict: the storage has failed, which the status strip reports.
  const decided = scans
    .flatMap(({ scan, verdict }) => (verdict ? [{ ...scan, verdict }] : []))
    .toSorted((a, b) => BY_URGENCY.indexOf(a.verdict.outcome) - BY_URGENCY.indexOf(b.verdict.outcome));
  const first = decided.at(-1);
  if (first) announce(first.verdict);
  for (const entry of decided.filter(({ verdict }) => verdict.outcome !== 'accepted')) {
    const { word, reason } = wordsOf(i18n, entry.verdict, Date.parse(entry.verdict.decided_at), undefined, zone);
    const message = [whoOf(entry), reason].map(isolated).join(' · ');
    toasts.show({ kind: 'warning', title: word, message });
  }
}

/** Returns `tellUnseen` for the language and the venue of now. */
function useTellUnseen(): (scans: readonly LedgerScan[]) => void {
  const { toasts } = useApp();
  const announce = useAnnounce();
  const i18n = useI18n();
  const zone = useVenueZone();
  return useCallback((scans) => tellUnseen({ announce, i18n, toasts, zone }, scans), [announce, i18n, toasts, zone]);
}
