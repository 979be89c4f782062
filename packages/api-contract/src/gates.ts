import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { answered, label, timestamp, uuid } from './primitives.ts';

/** Over how many minutes until now the live gates count. */
export const GATES_WINDOW_MINUTES = 10;

/** How full a place becomes if the pace of the window lasts. */
export const FORECASTS = ['fills', 'empties', 'steady', 'unknown'] as const;

/**
 * When a place is full or empty. Visitors come at random, so it is a span, which holds in four of five cases if the pace
 * lasts; `steady`: the window does not tell which; `unknown`: too few visitors to tell anything.
 */
export const forecast = z.object({
  kind: answered(FORECASTS, 'unknown'),
  /** In how many minutes at the earliest; `null` where neither full nor empty is near. */
  from_minutes: z.nullable(z.number()),
  /** In how many minutes at the latest; `null`: later than twelve hours. */
  to_minutes: z.nullable(z.number()),
});
/** When a place is full or empty. */
export type Forecast = z.infer<typeof forecast>;

/** `silent`: none of its devices was seen for three minutes; `unused`: it has none. */
export const GATE_STATES = ['live', 'silent', 'unused'] as const;

/** One checkpoint, as it is now. */
export const gate = z.object({
  id: uuid,
  name: label(120),
  /** How many visitors fit in behind it; `null`: unknown. */
  capacity: z.nullable(z.number()),
  /** Visitors of the tickets whose last entry was there. */
  inside: z.number(),
  /** Visitors let in over the window. */
  entered: z.number(),
  /** Visitors let out over the window. */
  left: z.number(),
  refused: z.number(),
  state: answered(GATE_STATES, 'unused'),
  /** `null`: without a capacity, or over it. */
  forecast: z.nullable(forecast),
  /** When its newest scan arrived; `null`: none yet. */
  last_scan_at: z.nullable(timestamp),
});
/** One checkpoint, as it is now. */
export type Gate = z.infer<typeof gate>;

/** One device that was seen in the last twelve hours, as it said with its last call that was noted. */
export const gateDevice = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  /** The login name of who used it last. */
  clerk: z.nullable(z.string()),
  checkpoint_id: z.nullable(uuid),
  /** When its last call came, to a minute. */
  seen_at: timestamp,
  /** How many scans waited on it. */
  waiting: z.nullable(z.number()),
  /** 0 to 1; `null`: its browser does not say. */
  battery: z.nullable(z.number()),
  charging: z.nullable(z.boolean()),
  /** When the server read the tickets that it has. */
  tickets_at: z.nullable(timestamp),
});
/** One device of the live gates. */
export type GateDevice = z.infer<typeof gateDevice>;

/** GET /scantix/v0/reports/gates: every open checkpoint and the devices of the domain, as they are now. */
export const getGates = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/reports/gates',
  needs: ['supervise'],
  response: z.object({
    as_of: timestamp,
    /** Over how many minutes `entered`, `left` and `refused` count. */
    minutes: z.number(),
    gates: z.array(gate),
    devices: z.array(gateDevice),
  }),
});
/** The live gates. */
export type Gates = z.infer<(typeof getGates)['response']>;
