import { type KyselyPlugin, RawNode, type RootOperationNode, SelectQueryNode, UpdateQueryNode } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { WebhookTests } from './administration.suite.ts';

type Statement = (node: RootOperationNode) => boolean;

const raw =
  (part: string): Statement =>
  (node) =>
    RawNode.is(node) && node.sqlFragments.some((fragment) => fragment.includes(part));

/** The statements of a turn. */
const STATEMENTS: readonly [name: string, is: Statement][] = [
  ['takes the turn', raw('with due as materialized')],
  ['lists the messages', SelectQueryNode.is],
  ['writes down what was sent', raw('update webhook_deliveries')],
  ['gives the turn back', UpdateQueryNode.is],
];

const LOSSES = [
  { what: 'before it has run', hasRun: false, error: new Error('Connection terminated unexpectedly') },
  { what: 'with its answer', hasRun: true, error: new Error('Connection terminated unexpectedly') },
  {
    what: 'on a full disk',
    hasRun: false,
    error: Object.assign(new Error('could not extend file'), { code: '53100' }),
  },
] as const;

/** Loses a statement once. */
function loseOnce(is: Statement, { hasRun, error }: (typeof LOSSES)[number]): KyselyPlugin {
  const watched = new WeakSet<object>();
  let isLost = false;
  const lose = () => {
    isLost = true;
    throw error;
  };
  return {
    transformQuery({ node, queryId }) {
      if (isLost || !is(node)) return node;
      if (!hasRun) lose();
      watched.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      const hasWritten = result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n;
      if (!isLost && watched.has(queryId) && hasWritten) lose();
      return result;
    },
  };
}

/** The guarantees of a turn that loses its connection to the database, or finds its disk full. */
export function describeLostAnswers(context: () => WebhookTests): void {
  let tests: WebhookTests;
  beforeAll(() => {
    tests = context();
  });

  test.each(STATEMENTS.flatMap(([name, is]) => LOSSES.map((loss) => ({ name, is, ...loss }))))(
    'a turn that loses the statement that $name, $what, sends at once what it has not sent',
    async (lost) => {
      const { server, startReceiver, create, show, enter, newDispatcher } = tests;
      const { url, received } = await startReceiver(204);
      const { id } = await create({ url });
      const barcode = server.newId();
      await server.north.addTicket(barcode, { entries_allowed: 2 });
      await enter(barcode, { device_id: 'one' });
      const dispatcher = newDispatcher(undefined, server.db.withPlugin(loseOnce(lost.is, lost)));
      await dispatcher.run();
      await dispatcher.run();
      await enter(barcode, { device_id: 'two' });
      await dispatcher.run();
      expect([received.length, await show(id)]).toEqual([2, expect.objectContaining({ waiting: 0 })]);
    },
  );

  test('what a process can write only after another one has tried the message again takes no attempt back', async () => {
    const { server, startReceiver, create, enter, newDispatcher } = tests;
    const { url } = await startReceiver(500);
    const { id } = await create({ url });
    const barcode = server.newId();
    await server.north.addTicket(barcode);
    await enter(barcode);
    const [loss] = LOSSES;
    const late = newDispatcher(undefined, server.db.withPlugin(loseOnce(raw('update webhook_deliveries'), loss)));
    await late.run();
    const other = newDispatcher();
    for (const delayMs of [200_000, 5_000]) {
      server.clock.advance(delayMs);
      await other.run();
    }
    const read = () =>
      server.db
        .selectFrom('webhook_deliveries')
        .select(['attempts', 'next_at', 'last_attempt_at'])
        .where('webhook_id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await read();
    expect(before.attempts).toBe(2);
    await late.run();
    expect(await read()).toEqual(before);
  });
}
