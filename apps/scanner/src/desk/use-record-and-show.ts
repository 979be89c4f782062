import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { useApp } from '../services/app-context.ts';
import { useRecordScan } from './use-record-scan.ts';

/** Records a code and opens its Scan Result over the camera, or hands it to the open stream. Resolves to whether it was stored. */
export function useRecordAndShow(): (code: PresentedCode) => Promise<boolean> {
  const { atoms, store } = useApp();
  const record = useRecordScan();
  const navigate = useNavigate();
  return useCallback(
    async (code) => {
      const stream = store.get(atoms.streamSinkAtom);
      if (stream) return stream.take(code);
      const scan = await record(code);
      if (!scan) return false;
      await navigate(scanResultAddress(scan.scan), { state: liveResult() });
      return true;
    },
    [atoms, navigate, record, store],
  );
}
