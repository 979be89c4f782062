import type { Right } from '@scantix/api-contract';

/** The clerk who makes a call, read from the database at every call. */
export interface SignedInClerk {
  readonly id: string;
  readonly login: string;
  readonly userName: string;
  readonly domainId: string;
  readonly domain: string;
  readonly ticketing: 'on' | 'off';
  readonly workgroupId: string;
  readonly workgroup: string;
  /** The ids of the workgroup's checkpoints. */
  readonly scansAt: readonly string[];
  /** Those of the workgroup. */
  readonly rights: readonly Right[];
  readonly sessionId: string;
  /** The device that signed in. */
  readonly deviceId: string;
  /** When a call of this device was last noted: epoch milliseconds; `null`: never. */
  readonly deviceSeenAt: number | null;
  /** The checkpoint where it was then, as it said itself; `null`: it said none. */
  readonly deviceCheckpointId: string | null;
  /** Whether the domain has a webhook that is not disabled. */
  readonly hasWebhooks: boolean;
  /** The id of the key that the session is bound to; `null`: it has none. */
  readonly deviceKey: string | null;
  /** The database's id. */
  readonly epoch: string | null;
  /** The receipt number of the device's newest change when the call began; 0: none. */
  readonly receipt: number;
}
