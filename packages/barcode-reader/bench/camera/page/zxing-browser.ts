import { BrowserMultiFormatReader } from '@zxing/browser';
import { BarcodeFormat, DecodeHintType } from '@zxing/library';
import { type Subject, wantedVideo } from './subject.ts';

/** @zxing/library with its browser layer, as its README shows: continuous decoding of the wanted formats. */
export const zxingBrowser: Subject = async (host, onRead) => {
  const formats = [
    ...[BarcodeFormat.QR_CODE, BarcodeFormat.AZTEC, BarcodeFormat.DATA_MATRIX, BarcodeFormat.PDF_417],
    ...[BarcodeFormat.CODE_128, BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A, BarcodeFormat.UPC_E],
  ];
  // It logs a warning at every miss, whose cost would count against it.
  console.warn = () => {};
  const reader = new BrowserMultiFormatReader(new Map([[DecodeHintType.POSSIBLE_FORMATS, formats]]));
  const video = document.createElement('video');
  host.append(video);
  await reader.decodeFromConstraints({ audio: false, video: wantedVideo }, video, (result) => {
    if (result) onRead(result.getText());
  });
};
