import { Html5QrcodeSupportedFormats as Formats, Html5Qrcode } from 'html5-qrcode';
import { type Subject, wantedVideo } from './subject.ts';

/** html5-qrcode at 30 frames a second, decoding the whole picture. */
export const html5Qrcode: Subject = async (host, onRead) => {
  const formatsToSupport = [
    ...[Formats.QR_CODE, Formats.AZTEC, Formats.DATA_MATRIX, Formats.PDF_417, Formats.CODE_128],
    ...[Formats.EAN_13, Formats.EAN_8, Formats.UPC_A, Formats.UPC_E],
  ];
  const reader = new Html5Qrcode(host.id, { formatsToSupport, verbose: false });
  await reader.start(
    { facingMode: 'environment' },
    { fps: 30, videoConstraints: wantedVideo },
    (text) => onRead(text),
    () => {},
  );
};
