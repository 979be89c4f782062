import * as z from 'zod/mini';
import { timestamp, uuid } from '../primitives.ts';
import { checkpoint } from '../verdict.ts';

/** What a webhook can be told of. */
export const WEBHOOK_EVENTS = ['scan.accepted', 'scan.undone', 'conflict.opened'] as const;
/** One of the events. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Grows when a message changes so that receivers must change too; a new field alone does not raise it. */
export const WEBHOOK_VERSION = 1;

/** A scan in a message. */
const messageScan = z.object({
  id: uuid,
  /** The text of the code as it was read. */
  barcode: z.string(),
  mode: z.enum(['entry', 'exit']),
  checkpoint,
  /** By the device's clock. */
  claimed_at: timestamp,
  /** By the server's clock. */
  received_at: timestamp,
  outcome: z.string(),
  reason: z.string(),
  /** `device`: a device had decided before the server heard of it. */
  certainty: z.string(),
});

/** A ticket in a message; `holder`, `order` and `note` only for a webhook that was made with `holder_data`. */
const messageTicket = z.object({
  type: z.string(),
  holder: z.optional(z.nullable(z.string())),
  order: z.optional(z.nullable(z.string())),
  note: z.optional(z.nullable(z.string())),
});

/** The event that a message tells of: its scan, and the ticket where there is one. */
export const webhookData = z.object({
  scan: messageScan,
  /** `null`: the code is no ticket's, or the domain only collects. */
  ticket: z.nullable(messageTicket),
  /** Of `scan.undone`: the undo. */
  undone: z.optional(z.object({ id: z.string(), at: timestamp })),
  /** Of `conflict.opened`: why the server would have refused, and the scan that used the ticket up. */
  conflict: z.optional(z.object({ id: uuid, kind: z.string(), with_scan_id: z.optional(uuid) })),
});
/** The event that a message tells of: its scan, and the ticket where there is one. */
export type WebhookData = z.infer<typeof webhookData>;

/** The body that a receiver gets. `webhook.test` has no scan. */
export const webhookMessage = z.object({
  type: z.enum([...WEBHOOK_EVENTS, 'webhook.test']),
  version: z.literal(WEBHOOK_VERSION),
  /** When it happened, by the server's clock. */
  timestamp,
  /** Rises within a webhook in the order in which things were recorded, with gaps. A retried message keeps its number. */
  sequence: z.number(),
  domain: z.object({ id: uuid }),
  data: z.nullable(webhookData),
});
/** The body that a receiver gets. */
export type WebhookMessage = z.infer<typeof webhookMessage>;
