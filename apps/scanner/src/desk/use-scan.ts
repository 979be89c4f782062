import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import type { PresentedCode } from '../scan/scan-desk.ts';
import { useTake } from './use-take.ts';

/** Takes a presented code to its Scan Result over the camera, and tells whether it did. */
export function useScan(): (code: PresentedCode) => Promise<boolean> {
  const take = useTake();
  const navigate = useNavigate();
  return useCallback(
    async (code) => {
      const recorded = await take(code);
      if (!recorded) return false;
      await navigate(scanResultAddress(recorded), { state: liveResult() });
      return true;
    },
    [navigate, take],
  );
}
