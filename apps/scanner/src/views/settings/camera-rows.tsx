import { createCamera, zoomSteps } from '@scantix/barcode-reader';
import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue } from 'jotai';
import { Camera, Flashlight, ZoomIn } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { SelectRow } from './select-row.tsx';
import { SwitchRow } from './switch-row.tsx';

/** The camera to use, and its light and zoom when it opens; only what this device is known to support. */
export function CameraRows() {
  const i18n = useI18n();
  const { atoms } = useApp();
  const can = useAtomValue(atoms.cameraCanAtom);
  const [lens, setLens] = useAtom(atoms.lensAtom);
  const [light, setLight] = useAtom(atoms.lightAtom);
  const [zoom, setZoom] = useAtom(atoms.zoomAtom);
  // Browsers hide the names of cameras until permission is granted; without names there is nothing to choose from.
  const { data: lenses = [] } = useQuery({ queryKey: ['lenses'], queryFn: () => createCamera().listLenses() });
  const named = lenses.filter(({ label }) => label !== '');
  const zooms = zoomSteps.filter((step) => step <= (can?.zoom ?? 1));
  return (
    <>
      {named.length > 1 && (
        <SelectRow
          icon={<Camera aria-hidden />}
          label={i18n.t({ id: 'control.camera', message: 'Camera' })}
          value={named.some(({ deviceId }) => deviceId === lens) ? (lens ?? '') : ''}
          onChange={(deviceId) => setLens(deviceId === '' ? null : deviceId)}
          options={[
            { value: '', label: i18n.t('Automatic') },
            ...named.map(({ deviceId, label }) => ({ value: deviceId, label: withoutNumbers(label) })),
          ]}
        />
      )}
      {can?.light && (
        <SwitchRow
          icon={<Flashlight aria-hidden />}
          label={i18n.t('Light on with the camera')}
          checked={light}
          onChange={setLight}
        />
      )}
      {zooms.length > 1 && (
        <SelectRow
          icon={<ZoomIn aria-hidden />}
          label={i18n.t({ id: 'control.zoom', message: 'Zoom' })}
          value={String(zoom)}
          onChange={(value) => setZoom(Number(value))}
          options={zooms.map((step) => ({ value: String(step), label: i18n.t('{factor}×', { factor: step }) }))}
        />
      )}
    </>
  );
}

/** Removes the USB ids from the name of a camera: `HD Webcam (046d:0825)`. */
function withoutNumbers(label: string): string {
  return label.replace(/ \([\da-f]{4}:[\da-f]{4}\)$/i, '');
}
