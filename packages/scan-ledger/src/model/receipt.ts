/** The server's receipt for a change that this device made. */
export interface Receipt {
  /** The id of the server's database. */
  readonly epoch: string;
  /** Grows with each change of this device in that database. */
  readonly number: number;
}
