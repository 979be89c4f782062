import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { Camera, CirclePause } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';

/** Explains what the camera is for, before the browser asks for permission. */
export function CameraIntroduction({ onAgree }: { onAgree: () => void }) {
  const i18n = useI18n();
  return (
    <div ref={leaveFocusToTitle} className="app-camera-trouble">
      <Camera aria-hidden />
      <h2>{i18n.t('Scan with the camera')}</h2>
      <p>{i18n.t('Your browser will ask for the camera. Images stay on this device.')}</p>
      <Button variant="primary" size={56} onClick={onAgree}>
        {i18n.t('Use the camera')}
      </Button>
    </div>
  );
}

/** The camera was closed for inactivity. Any touch or key resumes it; the button makes that known. */
export function CameraPaused({ onResume }: { onResume: () => void }) {
  const i18n = useI18n();
  return (
    <>
      <CirclePause aria-hidden />
      <h2>{i18n.t('Camera paused')}</h2>
      <p>{i18n.t('Paused after a minute to save battery')}</p>
      <Button ref={leaveFocusToTitle} variant="primary" size={56} onClick={onResume}>
        {i18n.t('Tap to resume')}
      </Button>
    </>
  );
}
