import { CloudOff } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { TryAgain } from '../../queries/try-again.tsx';
import type { QueryFailure } from '../../queries/use-query-failure.ts';

/** Says that the log has only the scans of this device, and why; with a button to try again. */
export function DeviceOnly({ failure }: { failure: QueryFailure }) {
  const i18n = useI18n();
  return (
    <div className="stx-panel app-device-only" role="status">
      <CloudOff aria-hidden />
      <p>
        <b>{i18n.t('This device only')}</b>
        <span>{failure.error.message}</span>
      </p>
      <TryAgain failure={failure} />
    </div>
  );
}
