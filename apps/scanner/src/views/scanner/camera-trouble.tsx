import type { BarcodeReaderErrorCode, CameraState } from '@scantix/barcode-reader';
import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { CameraOff, Keyboard, ScanLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { blockedSteps, thisBrowser } from './blocked-steps.ts';

export type TroubleStatus = Exclude<CameraState['status'], 'idle' | 'starting' | 'live'>;

const TITLES: Record<TroubleStatus, string> = {
  blocked: /*i18n*/ 'The camera is blocked',
  'no-camera': /*i18n*/ 'No camera found',
  'in-use': /*i18n*/ 'The camera is in use elsewhere',
  insecure: /*i18n*/ 'This page is not secure',
  failed: /*i18n*/ 'The camera did not start',
};

type StepsStatus = Exclude<TroubleStatus, 'blocked'>;

const STEPS: Record<StepsStatus, string> = {
  'no-camera': /*i18n*/ 'Connect a camera, or use a device that has one.',
  'in-use': /*i18n*/ 'Close the other app that uses it, then try again.',
  insecure: /*i18n*/ 'The camera needs a secure (https) link. Ask your supervisor',
  failed: /*i18n*/ 'Try again. If it does not help, reload the page.',
};

/** Protection against fingerprinting gives the app noise in place of pictures. */
export const ALTERED = {
  title: /*i18n*/ 'This browser hides pictures from the app',
  message: /*i18n*/ 'Allow this page to read images (canvas data), then try again, or use another browser.',
};

/** The steps where a code can be typed, which works without a camera. */
const STEPS_WITH_TYPING: Partial<Record<StepsStatus, string>> = {
  'no-camera': /*i18n*/ 'Type the code.',
  insecure: /*i18n*/ 'The camera needs a secure (https) link. Ask your supervisor. You can still type the code.',
  failed: /*i18n*/ 'Try again. You can still type the code.',
};

interface TroubleActions {
  /** The button shows that it is busy until a promise that this returns settles. */
  readonly onRetry: () => Promise<void> | void;
  /** Opens the form for a typed code; `null` where typed codes are off, or the form is open. */
  readonly onType: (() => void) | null;
}

/** Why there is no camera picture, and what to do. */
export function CameraTrouble({ status, onRetry, onType }: TroubleActions & { readonly status: TroubleStatus }) {
  const i18n = useI18n();
  const stepsOf = useSteps();
  const steps = status === 'blocked' ? blockedSteps(thisBrowser()) : stepsOf(status);
  return (
    <Trouble
      title={i18n.t(TITLES[status])}
      steps={i18n.t(steps)}
      onRetry={status === 'insecure' ? undefined : onRetry}
      onType={onType}
    >
      <CameraOff aria-hidden />
    </Trouble>
  );
}

/** The camera works, but the reader failed. */
export function ReaderTrouble({ code, onRetry, onType }: TroubleActions & { readonly code: BarcodeReaderErrorCode }) {
  const i18n = useI18n();
  const stepsOf = useSteps();
  const isAltered = code === 'pixels-altered';
  return (
    <Trouble
      title={isAltered ? i18n.t(ALTERED.title) : i18n.t("Scanning couldn't start")}
      steps={i18n.t(isAltered ? ALTERED.message : stepsOf('failed'))}
      onRetry={onRetry}
      onType={onType}
    >
      <ScanLine aria-hidden />
    </Trouble>
  );
}

/** Returns a function that finds the message id of the steps; they name only what this app offers. */
function useSteps(): (status: StepsStatus) => string {
  const mayType = useFeature('typedCode');
  const mayReadImages = useFeature('imageFile');
  return (status) => {
    if (status === 'no-camera' && mayReadImages) {
      return mayType ? /*i18n*/ 'Type the code or choose an image.' : /*i18n*/ 'Choose an image.';
    }
    return (mayType && STEPS_WITH_TYPING[status]) || STEPS[status];
  };
}

interface TroubleProps {
  readonly title: string;
  readonly steps: string;
  readonly onRetry: TroubleActions['onRetry'] | undefined;
  readonly onType: (() => void) | null;
  /** The icon. */
  readonly children: ReactNode;
}

function Trouble({ title, steps, onRetry, onType, children }: TroubleProps) {
  const i18n = useI18n();
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void Promise.resolve(onRetry?.()).finally(() => setBusy(false));
  };
  return (
    <div ref={leaveFocusToTitle} className="app-camera-trouble app-camera-trouble--split" role="alert">
      {children}
      <h2>{title}</h2>
      <p>{steps}</p>
      <div className="app-camera-trouble__go">
        {onRetry && (
          <Button size={56} busy={busy} onClick={retry}>
            {i18n.t('Try again')}
          </Button>
        )}
        {onType && (
          <Button size={56} variant="primary" icon={<Keyboard aria-hidden />} onClick={onType}>
            {i18n.t('Type the code')}
          </Button>
        )}
      </div>
    </div>
  );
}
