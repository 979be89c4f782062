import { Button } from '@scantix/ui-shell/react';
import { TriangleAlert } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';

/** In a verdict's place when this device's storage cannot give the scan back: said plainly, with a way on. */
export function LostVerdict({ onNext }: { onNext: () => void }) {
  const i18n = useI18n();
  return (
    <div className="app-camera-trouble" role="alert">
      <TriangleAlert aria-hidden />
      <h2>{i18n.t('This verdict cannot be shown')}</h2>
      <p>
        {i18n.t('The storage of this device does not answer. Decide by eye, and reload the page before you go on.')}
      </p>
      <Button onClick={onNext}>{i18n.t({ id: 'action.next', message: 'Next' })}</Button>
    </div>
  );
}
