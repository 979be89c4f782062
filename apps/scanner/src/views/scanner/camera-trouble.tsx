import type { CameraState } from '@scantix/barcode-reader';
import { Button } from '@scantix/ui-shell/react';
import { CameraOff } from 'lucide-react';

type TroubleStatus = Exclude<CameraState['status'], 'idle' | 'starting' | 'live'>;

const WORDS: Record<TroubleStatus, { title: string; steps: string }> = {
  blocked: {
    title: 'The camera is blocked',
    steps: 'Open the site settings beside the address, allow the camera, then try again.',
  },
  'no-camera': { title: 'No camera found', steps: 'Type the code or choose an image.' },
  'in-use': { title: 'The camera is in use elsewhere', steps: 'Close the other app that uses it, then try again.' },
  insecure: {
    title: 'This page is not secure',
    steps: 'A camera needs an https address. Ask your supervisor for it; typing a code works here too.',
  },
  failed: { title: 'The camera did not start', steps: 'Try again. Typing a code works meanwhile.' },
};

/** Why there is no picture, and what to do about it. */
export function CameraTrouble({ state, onRetry }: { state: CameraState; onRetry: () => void }) {
  const { title, steps } = WORDS[state.status as TroubleStatus];
  return (
    <div className="app-camera-trouble" role="alert">
      <CameraOff aria-hidden />
      <h2>{title}</h2>
      <p>{steps}</p>
      {state.status !== 'insecure' && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
