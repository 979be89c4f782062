/** One measurement of the server's clock against this device's clock. */
export interface ClockReading {
  /** Server minus device, in milliseconds. */
  readonly offsetMs: number;
  /** The server's time of the measurement: epoch milliseconds. */
  readonly checkedAt: number;
}

/** What a later page needs to know the server's time. */
export interface SavedTime extends ClockReading {
  /** A server time that had passed for certain when this was saved: epoch milliseconds. */
  readonly mark: number;
}

/** The server's time as far as this device knows: it lies between the two, epoch milliseconds. */
export interface TimeReading {
  /** This much has passed for certain. */
  readonly earliest: number;
  /** The likely time; `Infinity` where the clock was set back while no page was open. */
  readonly latest: number;
}
