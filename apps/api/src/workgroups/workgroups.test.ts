import { createApiClient, getScannerConfig, WORKGROUP_RIGHTS } from '@scantix/api-contract';
import { changeCheckpoint, changeWorkgroup, createWorkgroup, deleteWorkgroup } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => server.stop());

const operator = () => createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
const params = () => ({ domain: server.north.id });
const scantix = (...args: string[]) => runCommand(server, ...args, '--domain', 'North Pier');

describe('workgroups', () => {
  test('are created with the right to scan alone, and changed field by field', async () => {
    const made = await scantix('workgroups', 'create', 'Türsteher 🚪', '--checkpoints', 'Gate 1', 'Gate 2', '--json');
    expect(JSON.parse(made.out)).toMatchObject({ rights: ['scan'], name_search: false, clerks: 0 });
    const change = (...args: string[]) => scantix('workgroups', 'change', 'Türsteher 🚪', '--json', ...args);
    const names = ({ checkpoints }: { checkpoints: { name: string }[] }) => checkpoints.map(({ name }) => name);
    expect(JSON.parse((await change('--name-search')).out)).toMatchObject({ rights: ['scan'], name_search: true });
    expect(names(JSON.parse((await change('--rights', 'supervise', 'manage')).out))).toEqual(['Gate 1', 'Gate 2']);
    expect(JSON.parse((await change('--no-checkpoints')).out)).toMatchObject({
      ...{ rights: ['supervise', 'manage'], name_search: true, checkpoints: [] },
    });
    expect(await change()).toMatchObject({ code: 2, err: 'scantix: There is nothing to change\n' });
    expect(await change('--rights', 'levitate')).toMatchObject({ code: 2, out: '' });
  });

  test('a change of rights holds from the next call on', async () => {
    const { api } = await server.signIn(server.north.colleague.login);
    const rights = async () => expectValue(await api.call(getScannerConfig, {})).rights;
    expect(await rights()).toEqual([...WORKGROUP_RIGHTS]);
    await scantix('workgroups', 'change', 'Backstage team', '--rights', 'scan');
    expect(await rights()).toEqual(['scan']);
  });

  test('decide nothing from tickets that their devices may have deleted', async () => {
    const { api } = await server.signIn();
    const config = expectValue(await api.call(getScannerConfig, {}));
    // The age at which a device deletes them while nobody is signed in, and when the app starts.
    expect(config.snapshot_expires_after_ms).toBe(12 * 3_600_000);
  });

  test('are deleted when nobody is in them', async () => {
    const { id } = expectValue(await operator().call(createWorkgroup, { params: params(), body: { name: 'Spare' } }));
    const asked = (workgroup: string) => ({ params: { ...params(), workgroup } });
    expectValue(await operator().call(changeWorkgroup, { ...asked(id), body: { checkpoints: ['Gate 1'] } }));
    expect(expectValue(await operator().call(deleteWorkgroup, asked(id))).name).toBe('Spare');
    expect(expectRefusal(await operator().call(deleteWorkgroup, asked(id))).code).toBe('not_found');
    expect(expectRefusal(await operator().call(deleteWorkgroup, asked('Gate team'))).code).toBe('conflict');
  });

  test('a checkpoint of another domain is unknown', async () => {
    const checkpoints = [server.south.gates[0].id];
    const body = { name: 'Over there', checkpoints };
    expect(expectRefusal(await operator().call(createWorkgroup, { params: params(), body })).code).toBe('not_found');
  });
});

describe('checkpoints', () => {
  test('are created behind the others, renamed, moved, and given a capacity', async () => {
    expect((await scantix('checkpoints', 'create', 'Gate A, harbour', '--capacity', '400')).code).toBe(0);
    const changed = await scantix(
      ...['checkpoints', 'change', 'Gate A, harbour', '--name', 'Pier', '--capacity', '0', '--position', '0', '--json'],
    );
    expect(JSON.parse(changed.out)).toMatchObject({ name: 'Pier', capacity: null, position: 0, closed_at: null });
    expect((await scantix('checkpoints', 'change', 'Pier', '--capacity', '1.5')).code).toBe(2);
    expect((await scantix('checkpoints', 'create', 'Pier')).err).toContain('already, in use or closed');
    for (const { id } of [server.north.gates[0], server.south.gates[0]])
      expect(await scantix('checkpoints', 'create', 'Lost', '--id', id)).toMatchObject({
        code: 1,
        err: 'scantix: This id is taken.\n',
      });
    expect((await scantix('checkpoints', 'create', 'Lost', '--id', 'gate-1')).err).toContain('It must be a UUID');
    expect((await scantix('checkpoints', 'create', 'A|B')).err).toContain('name');
  });

  test('that close are offered to no device, keep what waits for them, and can open again', async () => {
    const [gate] = server.north.gates;
    const clerk = await server.signIn();
    const offered = async () => expectValue(await clerk.api.call(getScannerConfig, {})).checkpoints.map(({ id }) => id);
    expect(await offered()).toContain(gate.id);
    const closed = await scantix('checkpoints', 'close', 'Gate 1', '--json');
    expect(JSON.parse(closed.out).closed_at).toMatch(/Z$/);
    expect(await offered()).not.toContain(gate.id);
    const [waited] = await clerk.post({ id: server.newId(), barcode: 'WAITED', checkpoint_id: gate.id });
    expect(waited?.status).toBe('recorded');
    const team = { params: { ...params(), workgroup: 'Gate team' }, body: { checkpoints: ['Gate 1'] } };
    expect(expectRefusal(await operator().call(changeWorkgroup, team)).code).toBe('not_found');
    const body = { closed: false };
    const opened = await operator().call(changeCheckpoint, { params: { ...params(), checkpoint: gate.id }, body });
    expect(expectValue(opened).closed_at).toBeNull();
    expectValue(await operator().call(changeWorkgroup, team));
    expect(await offered()).toEqual([gate.id]);
  });
});
