import { StillWhilePressed, useMediaQuery } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { FastForward, Keyboard, Layers, Minimize2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BatchMarks } from '../../camera/batch-marks.tsx';
import { useScanning } from '../../camera/camera-context.ts';
import { BatchBar, BatchList } from '../../desk/batch-list.tsx';
import { useBatch } from '../../desk/use-batch.ts';
import { useStreamSwitch } from '../../desk/use-stream-switch.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useGlance } from '../../hooks/use-glance.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { createPart, usePart } from '../../hooks/use-part.ts';
import { useApp } from '../../services/app-context.ts';
import { QuickUndo } from '../../verdict/quick-undo.tsx';
import { useGlancePart } from '../glance/use-glance-part.ts';
import { CameraControls } from './camera-controls.tsx';
import { CameraMessage, useIsTroubled } from './camera-message.tsx';
import { DockButton } from './dock-button.tsx';
import { LastScan } from './last-scan.tsx';
import { ScanFromImage } from './scan-from-image.tsx';
import { TodayCount } from './today-count.tsx';
import { TypeTheCode } from './type-the-code.tsx';

const RIBBON = createPart(() => import('./ribbon.tsx'));

/** The controls over the live camera, and the other ways to enter a code: typed, or from an image. */
export function ScannerView() {
  const batch = useBatch();
  const { atoms, flags } = useApp();
  const sink = useAtomValue(atoms.streamSinkAtom);
  const ribbonPart = usePart(RIBBON, flags.isEnabled('ENABLE_ADVANCED_SCANNING')).value;
  const entry = sink?.ribbon ?? null;
  const ribbon = ribbonPart && entry && { ...ribbonPart, entry };
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const glance = useGlancePart(useGlance().isOn);
  const mayType = useFeature('typedCode');
  const [isTyping, setIsTyping] = useState(false);
  const type = mayType && !isTyping ? () => setIsTyping(true) : null;
  return (
    <>
      {glance && (
        <glance.GlanceReady>
          <TodayCount />
        </glance.GlanceReady>
      )}
      {sink && <div ref={setRegion} role="status" className="stx-hidden" />}
      {ribbon && <ribbon.RibbonHalo key={ribbon.entry.scan.id} entry={ribbon.entry} />}
      {batch.isOpen && <BatchMarks scans={batch.scans} />}
      <div className="app-sight">
        {!glance && <TodayCount />}
        <CameraMessage quiet={batch.count > 0} hintless={isTyping} onType={type} />
      </div>
      <div className="app-deck">
        {isTyping ? (
          <TypeTheCode onClose={() => setIsTyping(false)} />
        ) : (
          <Controls {...{ batch }} streams={sink !== null} onType={type}>
            {ribbon && <ribbon.Ribbon key={ribbon.entry.scan.id} entry={ribbon.entry} region={region} />}
          </Controls>
        )}
      </div>
    </>
  );
}

interface ControlsProps {
  readonly batch: ReturnType<typeof useBatch>;
  /** Whether codes go to a stream. */
  readonly streams: boolean;
  readonly onType: (() => void) | null;
  /** The newest scan of a stream. @default the last scan, from the log */
  readonly children: ReactNode;
}

/** The controls below the picture. They appear all at once, so that no button moves under a finger. */
function Controls({ batch, streams, onType, children }: ControlsProps) {
  const i18n = useI18n();
  const { state } = useScanning();
  const { flags } = useApp();
  const mayReadImages = useFeature('imageFile');
  const hasBatch = useFeature('batch') && flags.isEnabled('ENABLE_ADVANCED_SCANNING');
  const glance = useGlance();
  // A desk has the list beside the camera.
  const isDesk = useMediaQuery('(min-width: 1024px)') && !glance.isOn;
  const stream = useStreamSwitch();
  // The message over the picture has the same button, larger.
  const isTroubled = useIsTroubled();
  if (batch.last === undefined) return null;
  return (
    <>
      {batch.isOpen && !isDesk && <BatchList scans={batch.scans} />}
      {batch.count > 0 && <BatchBar {...batch} />}
      {children && <StillWhilePressed>{children}</StillWhilePressed>}
      {batch.last && !batch.isOpen && !children && (
        <div className="app-last">
          <ul aria-label={i18n.t('Last scan')}>
            <LastScan entry={batch.last} />
          </ul>
          <QuickUndo key={batch.last.scan.id} entry={batch.last} />
        </div>
      )}
      <div className="app-dock" role="toolbar" aria-label={i18n.t('Scanner controls')}>
        {state.status === 'live' && <CameraControls live={state} />}
        {onType && !isTroubled && (
          <DockButton
            name={i18n.t('Type the code')}
            label={i18n.t({ id: 'control.type', message: 'Type' })}
            onClick={onType}
          >
            <Keyboard aria-hidden />
          </DockButton>
        )}
        {mayReadImages && <ScanFromImage />}
        {stream.isOffered && !batch.isOpen && (
          <DockButton name={i18n.t('Stream')} label={i18n.t('Stream')} pressed={streams} onClick={stream.toggle}>
            <FastForward aria-hidden />
          </DockButton>
        )}
        {glance.isOn && (
          <DockButton name={i18n.t('Leave Glance')} label={i18n.t('Leave')} onClick={glance.leave}>
            <Minimize2 aria-hidden />
          </DockButton>
        )}
        {hasBatch && (
          <DockButton name={i18n.t('Batch')} label={i18n.t('Batch')} pressed={batch.isOpen} onClick={batch.toggle}>
            <Layers aria-hidden />
          </DockButton>
        )}
      </div>
    </>
  );
}
