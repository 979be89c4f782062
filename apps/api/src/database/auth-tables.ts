import type { ColumnType } from 'kysely';

export interface RefreshTokensTable {
  hash: Uint8Array;
  session_id: string;
  generation: number;
  issued_at: Date;
  /** The id in the device cookie of the call that it was issued to; `null`: there was none. */
  asked_by: ColumnType<string | null, string | null | undefined, never>;
}

/** The public keys of devices. */
export interface DeviceKeysTable {
  domain_id: string;
  id: string;
  /** The JSON Web Key: `x` and `y` of a point on P-256, joined by a dot. */
  public_key: string;
  device_id: string;
  registered_at: Date;
}

/** The proofs that refreshed a session, as long as their time is accepted. */
export interface UsedProofsTable {
  session_id: string;
  id: string;
  used_at: Date;
}

/** A pair of keys that signs access tokens. */
export interface SigningKeysTable {
  kid: string;
  /** Names the `AUTH_SECRET` that sealed it. */
  secret_id: Uint8Array;
  /** The private half. */
  sealed: Uint8Array;
  state: 'next' | 'signing' | 'verifying' | 'revoked';
  created_at: Date;
  signs_since: Date | null;
  /** When it stopped signing. */
  replaced_at: Date | null;
  /** The longest lifetime of a token that it has signed. */
  token_seconds: number;
}

export interface LoginLimitsTable {
  key: string;
  level: number;
  denied: boolean;
  updated_at: Date;
}
