import type { CameraState } from '@scantix/barcode-reader';
import { Button } from '@scantix/ui-shell/react';
import { CameraOff } from 'lucide-react';
import { useI18n } from '../../i18n/use-i18n.ts';

type TroubleStatus = Exclude<CameraState['status'], 'idle' | 'starting' | 'live'>;

const WORDS: Record<TroubleStatus, { title: string; steps: string }> = {
  blocked: {
    title: /*i18n*/ 'The camera is blocked',
    steps: /*i18n*/ 'Open the site settings beside the address, allow the camera, then try again.',
  },
  'no-camera': { title: /*i18n*/ 'No camera found', steps: /*i18n*/ 'Type the code or choose an image.' },
  'in-use': {
    title: /*i18n*/ 'The camera is in use elsewhere',
    steps: /*i18n*/ 'Close the other app that uses it, then try again.',
  },
  insecure: {
    title: /*i18n*/ 'This page is not secure',
    steps: /*i18n*/ 'A camera needs an https address. Ask your supervisor for it; typing a code works here too.',
  },
  failed: { title: /*i18n*/ 'The camera did not start', steps: /*i18n*/ 'Try again. Typing a code works meanwhile.' },
};

/** Why there is no picture, and what to do about it. */
export function CameraTrouble({ state, onRetry }: { state: CameraState; onRetry: () => void }) {
  const i18n = useI18n();
  const { title, steps } = WORDS[state.status as TroubleStatus];
  return (
    <div className="app-camera-trouble" role="alert">
      <CameraOff aria-hidden />
      <h2>{i18n.t(title)}</h2>
      <p>{i18n.t(steps)}</p>
      {state.status !== 'insecure' && <Button onClick={onRetry}>{i18n.t('Try again')}</Button>}
    </div>
  );
}
