import { parseScanResultAddress } from '@scantix/api-contract';
import { useLocation } from 'react-router';
import { isLiveResult } from '../../navigation/live-result.ts';
import { NotFoundView } from '../not-found/not-found-view.tsx';
import { LiveVerdict } from './live-verdict.tsx';
import { LookedUpResult } from './looked-up-result.tsx';
import { RecordedResult } from './recorded-result.tsx';

/**
 * Safe to open, reload, bookmark and go back to: a scan is shown by its id, over the camera where the scanner has
 * just made it; without an id the view only looks.
 */
export function ScanResultView() {
  const location = useLocation();
  const address = parseScanResultAddress(location);
  if (!address) return <NotFoundView />;
  const { barcode, scanId } = address;
  if (!scanId) return <LookedUpResult barcode={barcode} />;
  if (isLiveResult(location.state) && !location.state.details)
    return <LiveVerdict key={scanId} barcode={barcode} scanId={scanId} />;
  return <RecordedResult barcode={barcode} scanId={scanId} />;
}
