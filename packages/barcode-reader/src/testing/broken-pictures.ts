/** A file with a drawing that has no size. */
export function drawingWithoutSize(): Blob {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>';
  return new Blob([drawing], { type: 'image/svg+xml' });
}

/** Pixels whose memory was transferred. */
export function detachedPixels(): ImageData {
  const pixels = new ImageData(64, 64);
  structuredClone(pixels.data.buffer, { transfer: [pixels.data.buffer as ArrayBuffer] });
  return pixels;
}

/** A bitmap that was closed. */
export async function closedBitmap(): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(new ImageData(64, 64));
  bitmap.close();
  return bitmap;
}

/** A frame that was closed. */
export function closedFrame(): VideoFrame {
  const options = { format: 'RGBX', codedWidth: 64, codedHeight: 64, timestamp: 0 } as const;
  const frame = new VideoFrame(new Uint8Array(64 * 64 * 4), options);
  frame.close();
  return frame;
}

/** A canvas that is unreadable because a drawing with foreign content tainted it. */
export async function taintedCanvas(): Promise<HTMLCanvasElement> {
  const foreign =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><foreignObject width="64" height="64"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject></svg>';
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([foreign], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return canvas;
}
