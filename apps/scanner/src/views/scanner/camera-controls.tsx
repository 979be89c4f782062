import { type LiveCameraState, nextZoom } from '@scantix/barcode-reader';
import { formatNumber } from '@scantix/i18n';
import { Flashlight, SwitchCamera } from 'lucide-react';
import { useScanning } from '../../camera/camera-context.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { DockButton } from './dock-button.tsx';

/** Light, lens and zoom, each only if the current lens supports it. They show the state that the lens reports. */
export function CameraControls({ live }: { live: LiveCameraState }) {
  const i18n = useI18n();
  const { camera } = useScanning();
  const { capabilities, torchOn, zoom } = live;
  const zoomed = i18n.t('{factor}×', {
    factor: formatNumber(zoom, i18n.locale, { maximumFractionDigits: 1 }),
  });
  return (
    <>
      {capabilities.torch && (
        <DockButton
          name={i18n.t('Turn on light')}
          label={i18n.t({ id: 'control.light', message: 'Light' })}
          pressed={torchOn}
          onClick={() => void camera.setTorch(!torchOn)}
        >
          <Flashlight aria-hidden />
        </DockButton>
      )}
      {capabilities.lenses > 1 && (
        <DockButton
          name={i18n.t('Switch camera')}
          label={i18n.t({ id: 'control.camera', message: 'Camera' })}
          onClick={() => void camera.switchLens()}
        >
          <SwitchCamera aria-hidden />
        </DockButton>
      )}
      {capabilities.zoom && capabilities.zoom.maximum >= 2 && (
        <DockButton
          name={i18n.t('Zoom, now {zoomed}', { zoomed })}
          label={i18n.t({ id: 'control.zoom', message: 'Zoom' })}
          onClick={() => capabilities.zoom && void camera.setZoom(nextZoom(zoom, capabilities.zoom))}
        >
          {/* Drawn by the styles: the name says it in its own words. */}
          <span className="app-dock__zoom" data-zoom={zoomed} />
        </DockButton>
      )}
    </>
  );
}
