import { parseScanResultAddress } from '@scantix/api-contract';
import { useLocation } from 'react-router';
import { isLiveResult } from '../../navigation/live-result.ts';
import { NotFoundView } from '../not-found/not-found-view.tsx';
import { LiveVerdict } from './live-verdict.tsx';
import { LookedUpResult } from './looked-up-result.tsx';
import { RecordedResult } from './recorded-result.tsx';

/**
 * Shows a scan by its id, over the camera if the scanner has just recorded it; without an id, a lookup of the code in the
 * mode of the address. It never records, so it is safe to reload and to bookmark.
 */
export function ScanResultView() {
  const location = useLocation();
  const address = parseScanResultAddress(location);
  if (!address) return <NotFoundView />;
  const { barcode, mode, scanId } = address;
  if (!scanId) return <LookedUpResult barcode={barcode} mode={mode} />;
  if (isLiveResult(location.state) && !location.state.details)
    return <LiveVerdict key={scanId} barcode={barcode} scanId={scanId} />;
  return <RecordedResult barcode={barcode} scanId={scanId} />;
}
