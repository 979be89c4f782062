import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { scanFilters } from './list-scans.ts';
import { label, timestamp, uuid } from './primitives.ts';
import { checkpoint } from './verdict.ts';

/** The longest period of one report, in milliseconds: a quarter of 92 days, in which clocks may go back an hour. */
export const MAX_REPORT_PERIOD_MS = (92 * 24 + 1) * 3_600_000;

/** From `from` (inclusive) to `to` (exclusive); one checkpoint or all. */
const period = {
  from: timestamp,
  to: timestamp,
  checkpoint_id: z.optional(uuid),
};

/** Visitors let in and not taken back by an undo. */
const admitted = z.number();

/** How many scans a period had, by outcome, and who is inside. */
export const reportSummary = z.object({
  /** When the server read the numbers. */
  as_of: timestamp,
  scans: z.number(),
  admitted,
  refused: z.number(),
  attention: z.number(),
  undecided: z.number(),
  /** Visitors who are inside now: entries less exits of each ticket, whatever the period. */
  inside: z.number(),
  /** Entries that valid tickets still allow, whatever the period. */
  remaining: z.number(),
  /** Admitted a minute over the five minutes before the end of the period, or before now. */
  per_minute: z.number(),
  /** The five minutes, counted from full minutes divisible by five, with the most admitted. */
  peak: z.nullable(z.object({ at: timestamp, admitted })),
  /** Milliseconds from decode to the server's decision, over the scans that the server decided in time. */
  decision_ms: z.nullable(z.object({ p50: z.number(), p95: z.number() })),
  /** The share of scans that the device decided or that waited: 0 to 1; `null` without scans. */
  offline_share: z.nullable(z.number()),
  /** Conflicts that nobody has acknowledged, whatever the period. */
  open_conflicts: z.number(),
  /** Scans of the period that a device sent again, since a database that was restored had lost them. */
  came_back: z.optional(z.number()),
  /**
   * Scans that were taken back in the period, whenever they were made: by an undo, or since the device had turned the
   * visitor away.
   */
  taken_back: z.optional(z.number()),
  /** Scans of the period with a mark. */
  marked: z.optional(z.number()),
  /** Scans of the period that their clerks decided, since neither server nor device had. */
  clerk_decisions: z.optional(z.object({ let_in: z.number(), turned_away: z.number() })),
  /**
   * The checkpoints that have a capacity, closed ones only with visitors; `inside`: visitors of the tickets whose last
   * entry was there, whatever the period.
   */
  places: z.optional(z.array(z.extend(checkpoint, { capacity: z.number(), inside: z.number() }))),
});
/** How many scans a period had, by outcome, and who is inside. */
export type ReportSummary = z.infer<typeof reportSummary>;

/** GET /scantix/v0/reports/summary: the numbers of a period. */
export const getReportSummary = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/reports/summary',
  needs: ['supervise'],
  query: z.object(period),
  response: reportSummary,
});

/** Widths of a timeline's steps, in milliseconds: 1, 5, 15 minutes, 1 hour, 1 day, by the domain's clock. */
export const TIMELINE_STEPS_MS = [60_000, 300_000, 900_000, 3_600_000, 86_400_000] as const;

/** The most steps a timeline has. */
export const MAX_TIMELINE_POINTS = 2_000;

/** GET /scantix/v0/reports/timeline: every step of the period, those without scans included, the oldest first. */
export const getReportTimeline = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/reports/timeline',
  needs: ['supervise'],
  query: z.object({ ...period, step_ms: z.enum(['60000', '300000', '900000', '3600000', '86400000']) }),
  response: z.object({
    as_of: timestamp,
    /** The domain's, as in `Europe/Berlin`; absent from older servers, which count in UTC. */
    time_zone: z.optional(z.string()),
    points: z.array(z.object({ at: timestamp, scans: z.number(), admitted, refused: z.number() })),
  }),
});

/** What a breakdown groups scans by. */
export const BREAKDOWNS = ['reason', 'checkpoint', 'clerk', 'device', 'ticket_type', 'symbology'] as const;
/** One of the breakdowns. */
export type Breakdown = (typeof BREAKDOWNS)[number];

/** GET /scantix/v0/reports/breakdown: the groups with the most scans first, at most 100. */
export const getReportBreakdown = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/reports/breakdown',
  needs: ['supervise'],
  query: z.object({ ...period, by: z.enum(BREAKDOWNS) }),
  response: z.object({
    as_of: timestamp,
    groups: z.array(
      z.object({
        /** Reason, id of the checkpoint, login name, device id, type or symbology; empty: no ticket. */
        key: z.string(),
        /** The name for people; the `key` if there is no other. */
        name: z.string(),
        scans: z.number(),
        admitted,
        refused: z.number(),
      }),
    ),
    /**
     * The sums of the groups beyond these, and how many of them have admissions; absent where there are none, and from
     * older servers.
     */
    others: z.optional(z.object({ groups: z.number(), scans: z.number(), admitted, refused: z.number() })),
  }),
});

/** The most scans that {@link countScans} counts: the newest ones. */
export const MAX_COUNTED_SCANS = 10_000;

/**
 * POST /scantix/v0/reports/counts: how many scans Results would list for each of its filter chips: those that pass the
 * chip and every other filter.
 */
export const countScans = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/reports/counts',
  needs: ['scan', 'supervise'],
  body: z.extend(scanFilters, {
    /** The device whose scans `this_device` counts. */
    this_device: z.optional(label(128)),
  }),
  response: z.object({
    /** Whether all were counted, and not only the newest {@link MAX_COUNTED_SCANS}. */
    complete: z.boolean(),
    /** Scans of any outcome, conflict and device. */
    all: z.number(),
    outcomes: z.object({ accepted: z.number(), attention: z.number(), refused: z.number(), undecided: z.number() }),
    conflicts: z.number(),
    this_device: z.number(),
  }),
});

/**
 * POST /scantix/v0/reports/export.csv: the scans that Results would list, the newest first, as RFC 4180 with a header
 * line and a byte order mark. A cell that a spreadsheet would take for a formula begins with an apostrophe.
 */
export const exportScansAsCsv = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/reports/export.csv',
  needs: ['supervise'],
  body: scanFilters,
  response: z.instanceof(Blob),
  read: (response) => response.blob(),
});

/** POST /scantix/v0/reports/export.json: the same scans as an array of complete scan records. */
export const exportScansAsJson = defineEndpoint({
  method: 'POST',
  path: '/scantix/v0/reports/export.json',
  needs: ['supervise'],
  body: scanFilters,
  response: z.instanceof(Blob),
  read: (response) => response.blob(),
});

/**
 * GET /scantix/v0/reports/live: server-sent events, `changed` twice at the start and twice after each change of the domain, two
 * seconds apart. Read by `fetch`, since the token belongs in a header.
 */
export const watchReports = defineEndpoint({
  method: 'GET',
  path: '/scantix/v0/reports/live',
  needs: ['supervise'],
  response: z.custom<ReadableStream<Uint8Array>>((body) => body !== null),
  read: async (response) => response.body,
});
