import type { BarcodeReaderErrorCode } from '@scantix/barcode-reader';
import { useAtomValue } from 'jotai';
import { Image } from 'lucide-react';
import { useRef } from 'react';
import { useScanning } from '../../camera/camera-context.ts';
import { useRecordAndShow } from '../../desk/use-record-and-show.ts';
import { useRecordIntoBatch } from '../../desk/use-record-into-batch.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { ALTERED } from './camera-trouble.tsx';
import { DockButton } from './dock-button.tsx';

/** Reads a photo or screenshot instead of the camera picture. An open batch records every code in it. */
export function ScanFromImage() {
  const { atoms, toasts } = useApp();
  const i18n = useI18n();
  const { reader } = useScanning();
  const recordAndShow = useRecordAndShow();
  const recordIntoBatch = useRecordIntoBatch();
  const batch = useAtomValue(atoms.batchAtom);
  const input = useRef<HTMLInputElement>(null);

  const read = async (file: File) => {
    try {
      // A decoder that could not be loaded is loaded now: without a camera nobody else asks for it.
      reader.start();
      const codes = (await reader.readImage(file)).map(
        ({ text, raw, symbology }) => ({ text, raw, symbology, method: 'image' }) as const,
      );
      if (batch) await recordIntoBatch(codes);
      else if (codes[0]) await recordAndShow(codes[0]);
      if (codes.length > 0) return;
      toasts.show({
        kind: 'info',
        title: i18n.t('No code found in this image'),
        message: i18n.t('Try a sharper picture, closer to the code.'),
      });
    } catch (error) {
      // By its code: the class would be a file of its own, whose name the first page had to carry.
      const { code } = error as { code?: BarcodeReaderErrorCode };
      // The clerk has left the scanner.
      if (code === 'stopped') return;
      if (code === 'pixels-altered')
        return toasts.show({ kind: 'error', title: i18n.t(ALTERED.title), message: i18n.t(ALTERED.message) });
      const isNoImage = code === 'invalid-image';
      toasts.show({
        kind: 'error',
        title: isNoImage ? i18n.t('This image cannot be read') : i18n.t("Scanning couldn't start"),
        message: isNoImage
          ? i18n.t('Choose a photo or a screenshot.')
          : i18n.t('Try again. If it does not help, reload the page.'),
      });
    }
  };

  return (
    <>
      <DockButton
        name={i18n.t('Scan from image')}
        label={i18n.t({ id: 'control.image', message: 'Image' })}
        onClick={() => input.current?.click()}
      >
        <Image aria-hidden />
      </DockButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
    </>
  );
}
