import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { useRecordScan } from './use-record-scan.ts';

/** Records a code and opens its Scan Result over the camera. Resolves to whether it was stored. */
export function useRecordAndShow(): (code: PresentedCode) => Promise<boolean> {
  const record = useRecordScan();
  const navigate = useNavigate();
  return useCallback(
    async (code) => {
      const scan = await record(code);
      if (!scan) return false;
      await navigate(scanResultAddress(scan), { state: liveResult() });
      return true;
    },
    [navigate, record],
  );
}
