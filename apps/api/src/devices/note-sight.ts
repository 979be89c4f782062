import { HEADERS, parseDeviceState, WAITING_HEADER } from '@scantix/api-contract';
import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { buildOf } from '../http/request-log.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { wireOf } from '../http/wire.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

/** A device that stays at its checkpoint is noted at most this often, in milliseconds: a scan costs no statement more. */
const NOTE_EVERY_MS = 60_000;
/** What was seen further ahead, in milliseconds, was noted before the clock was set back. Clocks of servers differ by less. */
const AHEAD_MS = 300_000;

/** What noting a device needs. */
export interface SightParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly clientAddress: ClientAddress;
  readonly log: Log;
}

/** Notes which device made a call, and when. A call never fails by it. */
export function noteSights({ db, clock, clientAddress, log }: SightParts): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next();
    const clerk = context.get('clerk');
    const now = clock.now();
    if (!clerk) return;
    const said = readSight(context, clerk);
    const ageMs = clerk.deviceSeenAt === null ? null : now - clerk.deviceSeenAt;
    const isFresh = ageMs !== null && ageMs < NOTE_EVERY_MS && ageMs > -AHEAD_MS;
    const hasMoved = said.checkpoint_id !== undefined && said.checkpoint_id !== clerk.deviceCheckpointId;
    if (isFresh && !hasMoved) return;
    const sight = { ...said, address: clientAddress(context), seen_at: new Date(now) };
    await noteSight(db, clerk, sight).catch((err) => log.warn({ err }, 'device not noted'));
  };
}

interface Said {
  readonly clerk_id: string;
  readonly app_build: string | null;
  readonly wire: number;
  readonly waiting?: number | null;
  readonly battery?: number | null;
  readonly charging?: boolean | null;
  readonly tickets_at?: Date | null;
  readonly checkpoint_id?: string | null;
}

function readSight({ req }: Context<AppEnv>, { id }: SignedInClerk): Said {
  const call = {
    clerk_id: id,
    app_build: buildOf(req.header(HEADERS.build)) ?? null,
    wire: wireOf(req.header(HEADERS.wire)),
  };
  const state = req.header(WAITING_HEADER);
  // A call that says nothing of its device changes nothing of what is known.
  if (state === undefined) return call;
  const said = parseDeviceState(state);
  return {
    ...call,
    waiting: said.waiting,
    battery: said.battery ?? null,
    charging: said.charging ?? null,
    tickets_at: said.ticketsAt ? new Date(said.ticketsAt) : null,
    checkpoint_id: said.checkpointId ?? null,
  };
}

type Sight = Said & { readonly address: string; readonly seen_at: Date };

function noteSight(db: Database, { domainId, deviceId }: SignedInClerk, sight: Sight) {
  const seenAt = sight.seen_at.getTime();
  const [before, after] = [new Date(seenAt - NOTE_EVERY_MS), new Date(seenAt + AHEAD_MS)];
  return db
    .insertInto('devices')
    .values({ domain_id: domainId, device_id: deviceId, first_seen_at: sight.seen_at, ...sight })
    .onConflict((known) =>
      known
        .columns(['domain_id', 'device_id'])
        .doUpdateSet(sight)
        // Another call of the same moment may have noted it.
        .where(({ eb, or }) =>
          or([
            eb('devices.seen_at', '<=', before),
            // The clock was set back since.
            eb('devices.seen_at', '>=', after),
            ...(sight.checkpoint_id === undefined
              ? []
              : [eb('devices.checkpoint_id', 'is distinct from', sight.checkpoint_id)]),
          ]),
        ),
    )
    .execute();
}
