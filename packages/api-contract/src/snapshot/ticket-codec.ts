import * as z from 'zod/mini';
import { answered } from '../primitives.ts';
import { EFFECT_KINDS, type TicketState } from '../rules/ticket-state.ts';
import { TICKET_STATUSES } from '../tickets.ts';
import { checkpoint, firstUse } from '../verdict.ts';

/**
 * The version of a sealed ticket that this build writes and reads. A row of version 1 is the list of fields; a later
 * version puts its number before them. A new field goes to the end and needs no new version: readers ignore what they do
 * not know. A new version is for what an older reader would read wrongly.
 */
export const TICKET_FORMAT = 1;

const instant = z.nullable(z.number());
const laterText = z.optional(z.nullable(z.string()));

/** A ticket's state by position: names would be most of a row, and a snapshot may have 250,000 rows. */
const wireTicket = z.tuple(
  [
    // A status that only a newer server knows lets nobody in.
    answered(TICKET_STATUSES, 'blocked'),
    z.nullable(z.string()),
    z.string(),
    z.nullable(z.string()),
    z.nullable(z.string()),
    instant,
    instant,
    z.array(checkpoint),
    z.number(),
    z.number(),
    z.number(),
    z.nullable(firstUse),
    z.nullable(z.object({ scanId: z.string(), at: z.number(), deviceId: z.string(), checkpointId: z.string() })),
    z.array(z.tuple([z.string(), z.number(), z.enum(EFFECT_KINDS)], z.unknown())),
    // Section and seat: not in the row of a ticket without them, nor in one of an older build.
    laterText,
    laterText,
  ],
  z.unknown(),
);

/** Encodes a ticket's state as the bytes that are sealed. */
export function encodeTicket(state: TicketState): Uint8Array<ArrayBuffer> {
  const wire: z.input<typeof wireTicket> = [
    state.status,
    state.holder,
    state.type,
    state.note,
    state.order,
    state.validFrom,
    state.validUntil,
    [...state.worksAt],
    state.entriesAllowed,
    state.entriesUsed,
    state.inside,
    state.firstUse,
    state.lastEntry,
    state.recentEffects.map(({ scanId, at, kind }) => [scanId, at, kind]),
    ...(state.section === null && state.seat === null ? [] : [state.section, state.seat]),
  ];
  return new TextEncoder().encode(JSON.stringify(wire));
}

/** Decodes a ticket's state. @throws for a later version than `TICKET_FORMAT`, and for what is no ticket */
export function decodeTicket(bytes: Uint8Array): TicketState {
  const fields: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  // The first field is a text, so a number is a version.
  if (Array.isArray(fields) && typeof fields[0] === 'number') throw new Error(`A ticket of version ${fields[0]}`);
  const wire = wireTicket.parse(fields);
  const [status, holder, type, note, order, validFrom, validUntil, worksAt, entriesAllowed, entriesUsed] = wire;
  const [, , , , , , , , , , inside, firstUse, lastEntry, recent, section = null, seat = null] = wire;
  return {
    ...{ status, holder, type, note, order, validFrom, validUntil, worksAt, entriesAllowed, entriesUsed },
    ...{ inside, firstUse, lastEntry, section, seat },
    recentEffects: recent.map(([scanId, at, kind]) => ({ scanId, at, kind })),
  };
}
