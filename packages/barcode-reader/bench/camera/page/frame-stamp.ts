/** A frame carries its number as a row of grey squares in the picture's lower left corner. */
const bits = 13;
const square = 12;
const [dark, bright] = [80, 150];

/** Where the number stands in a picture of this height. */
export function stampPlace(height: number) {
  return { left: 0, top: height - square, width: bits * square, height: square, bits };
}

/** Writes the number of a frame into its grey picture. */
export function stampFrame(grey: Uint8Array, width: number, height: number, number: number): void {
  const { top } = stampPlace(height);
  for (let y = top; y < height; y++) {
    for (let x = 0; x < bits * square; x++) {
      grey[y * width + x] = (number >> Math.floor(x / square)) & 1 ? bright : dark;
    }
  }
}

/** The number of a frame out of the brightness of the middle of each square. */
export function readStamp(brightness: readonly number[]): number {
  return brightness.reduce((number, value, bit) => number + (value > (dark + bright) / 2 ? 1 << bit : 0), 0);
}
