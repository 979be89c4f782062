import { formatDeviceState, getGates, WAITING_HEADER } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { SHARED_FOR_MS } from './share-results.ts';

const MINUTE_MS = 60_000;

/** The guarantees of the live gates, on any database. */
export function describeGates(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    clerk = await server.signIn();
    for (const number of [1, 2, 3]) await server.north.addTicket(`G-${number}`);
  }, START_MS);
  afterAll(() => server.stop());

  const read = async (headers: Record<string, string> = {}) => {
    server.clock.advance(SHARED_FOR_MS);
    return expectValue(await clerk.api.call(getGates, { headers }));
  };
  const iso = (ms: number) => new Date(ms).toISOString();

  test('count who went in and out over ten minutes, at each open checkpoint', async () => {
    const [first, second] = server.north.gates;
    await clerk.post({ id: server.newId(), barcode: 'G-1' }, { id: server.newId(), barcode: 'G-2' });
    await clerk.post({ id: server.newId(), barcode: 'G-1', mode: 'exit' });
    await clerk.post({ id: server.newId(), barcode: 'NOBODY', checkpoint_id: second.id });
    const { gates, minutes } = await read();
    expect(minutes).toBe(10);
    expect(gates.find(({ id }) => id === first.id)).toMatchObject({ entered: 2, left: 1, refused: 0, inside: 1 });
    expect(gates.find(({ id }) => id === second.id)).toMatchObject({ entered: 0, left: 0, refused: 1, inside: 0 });
    server.clock.advance(11 * MINUTE_MS);
    const later = (await read()).gates.find(({ id }) => id === first.id);
    expect(later).toMatchObject({ entered: 0, inside: 1, last_scan_at: expect.any(String) });
  });

  test('tell what a device says with its calls, and that its gate is silent after three minutes', async () => {
    const { id: checkpointId } = server.north.gates[0];
    const ticketsAt = iso(server.clock.now());
    const state = formatDeviceState({ waiting: 4, battery: 0.21, charging: true, ticketsAt, checkpointId });
    server.clock.advance(2 * MINUTE_MS);
    await read({ [WAITING_HEADER]: state });
    const { devices, gates } = await read();
    expect(devices).toMatchObject([
      { clerk: clerk.user.clerk, checkpoint_id: checkpointId, waiting: 4, charging: true, tickets_at: ticketsAt },
    ]);
    expect(devices[0]?.battery).toBeCloseTo(0.21);
    expect(gates.find(({ id }) => id === checkpointId)?.state).toBe('live');

    // It moves within the minute; a call that says nothing of the device changes nothing.
    const { id: nextId } = server.north.gates[1];
    await read({ [WAITING_HEADER]: formatDeviceState({ waiting: 4, checkpointId: nextId }) });
    expect((await read()).devices).toMatchObject([{ checkpoint_id: nextId, waiting: 4 }]);
    server.clock.advance(2 * MINUTE_MS);
    await read();
    expect((await read()).devices).toMatchObject([{ checkpoint_id: nextId, waiting: 4 }]);
    await read({ [WAITING_HEADER]: state });
    server.clock.advance(4 * MINUTE_MS);
    // Another device of the same clerk asks.
    const viewer = await server.signIn(server.north.clerk.login, { deviceId: 'the-supervisor' });
    const later = expectValue(await viewer.api.call(getGates, {}));
    expect(later.gates.find(({ id }) => id === checkpointId)?.state).toBe('silent');
    // The device that was seen last tells of the gate.
    expectValue(await viewer.api.call(getGates, { headers: { [WAITING_HEADER]: state } }));
    expect((await read()).gates.find(({ id }) => id === checkpointId)?.state).toBe('live');
  });

  test('stand in the order of the checkpoints’ positions', async () => {
    const [{ id: first }] = server.north.gates;
    const move = (position: number) =>
      server.db.updateTable('checkpoints').set({ position }).where('id', '=', first).execute();
    await move(9);
    expect((await read()).gates.map(({ name }) => name)).toEqual(['Gate 2', 'Backstage', 'Gate 1']);
    await move(0);
  });

  test('list a device at a checkpoint that was closed meanwhile with those of no checkpoint', async () => {
    const { id: checkpointId } = server.north.backstage;
    const session = await server.signIn(server.north.colleague.login, { deviceId: 'at-a-closed-gate' });
    const state = formatDeviceState({ waiting: 40, checkpointId });
    server.clock.advance(SHARED_FOR_MS);
    expectValue(await session.api.call(getGates, { headers: { [WAITING_HEADER]: state } }));
    const close = (closed_at: Date | null) =>
      server.db.updateTable('checkpoints').set({ closed_at }).where('id', '=', checkpointId).execute();
    await close(new Date(server.clock.now()));
    const { gates, devices } = await read();
    expect(gates.map(({ id }) => id)).not.toContain(checkpointId);
    expect(devices).toContainEqual(
      expect.objectContaining({ id: 'at-a-closed-gate', checkpoint_id: null, waiting: 40 }),
    );
    await close(null);
  });

  test('are answered whatever a device says of itself', async () => {
    const session = await server.signIn(server.north.colleague.login, { deviceId: 'of-year-0' });
    const state = `1;tickets=0000-12-31T20:00:00.000Z;battery=100`;
    server.clock.advance(SHARED_FOR_MS);
    expectValue(await session.api.call(getGates, { headers: { [WAITING_HEADER]: state } }));
    const { devices } = await read();
    expect(devices).toContainEqual(expect.objectContaining({ id: 'of-year-0', waiting: 1, tickets_at: null }));
  });

  test('name no checkpoint of another domain, and nothing of another domain at all', async () => {
    const south = await server.signIn(server.south.clerk.login, { deviceId: 'south-device' });
    const state = formatDeviceState({ waiting: 0, checkpointId: server.north.gates[0].id });
    server.clock.advance(2 * MINUTE_MS);
    expectValue(await south.api.call(getGates, { headers: { [WAITING_HEADER]: state } }));
    server.clock.advance(SHARED_FOR_MS);
    const { gates, devices } = expectValue(await south.api.call(getGates, {}));
    expect(devices).toMatchObject([{ id: 'south-device', checkpoint_id: null }]);
    expect(gates.map(({ inside }) => inside).every((inside) => inside === 0)).toBe(true);
  });

  test('tell that a gate is silent, and of its device, among more devices than are listed', async () => {
    const { id: checkpointId } = server.north.backstage;
    const at = new Date(server.clock.now() + SHARED_FOR_MS);
    const note = (device_id: string, checkpoint_id: string | null, seen_at: Date) => ({
      ...{ domain_id: server.north.id, device_id, checkpoint_id, first_seen_at: seen_at, seen_at },
      waiting: 1,
    });
    const others = Array.from({ length: 1_000 }, (_, index) => note(`other-${index}`, null, at));
    const silent = note('silent', checkpointId, new Date(at.getTime() - 10 * MINUTE_MS));
    await server.db.deleteFrom('devices').execute();
    await server.db
      .insertInto('devices')
      .values([...others, silent])
      .execute();
    const { gates, devices } = await read();
    expect(gates.find(({ id }) => id === checkpointId)?.state).toBe('silent');
    expect(devices).toHaveLength(1_000);
    expect(devices).toContainEqual(expect.objectContaining({ id: 'silent', checkpoint_id: checkpointId, waiting: 1 }));
  });

  test('list no device that was not seen for twelve hours', async () => {
    const early = await server.signIn(undefined, { deviceId: 'goes-home' });
    server.clock.advance(SHARED_FOR_MS);
    expectValue(await early.api.call(getGates, {}));
    server.clock.advance(12 * 60 * MINUTE_MS);
    const next = await server.signIn(undefined, { deviceId: 'next-day' });
    const listed = async () => expectValue(await next.api.call(getGates, {})).devices.map(({ id }) => id);
    expect(await listed()).toContain('goes-home');
    server.clock.advance(SHARED_FOR_MS);
    expect(await listed()).toEqual(['next-day']);
  });
}
