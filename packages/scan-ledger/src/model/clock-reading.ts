/** One measurement of the server's clock against this device's clock. */
export interface ClockReading {
  /** Server minus device, in milliseconds. */
  readonly offsetMs: number;
  /** The server's time of the measurement: epoch milliseconds. */
  readonly checkedAt: number;
}
