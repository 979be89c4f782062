import type { TicketState } from '@scantix/api-contract/rules';

/** A ticket as the downloaded tickets describe it. */
export interface HeldTicket {
  readonly state: TicketState;
  /** The newest change of the ticket that its state includes. */
  readonly change: number;
}

/** What the tickets on this device say about a code. */
export type KnownTicket =
  | ({ readonly kind: 'known' } & HeldTicket)
  /** The domain accepts every code: its ticketing is off. */
  | { readonly kind: 'collects' }
  | { readonly kind: 'not-in-snapshot' | 'expired' | 'no-tickets' };
