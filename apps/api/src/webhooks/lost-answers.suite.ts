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

/** Loses the connection once: before the statement has run, or with its answer. */
function loseOnce(is: Statement, { hasRun }: { hasRun: boolean }): KyselyPlugin {
  const watched = new WeakSet<object>();
  let isLost = false;
  const lose = () => {
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
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

/** The guarantees of a turn that loses its connection to the database. */
export function describeLostAnswers(context: () => WebhookTests): void {
  let tests: WebhookTests;
  beforeAll(() => {
    tests = context();
  });

  test.each(STATEMENTS.flatMap(([name, is]) => [false, true].map((hasRun) => ({ name, is, hasRun }))))(
    'a turn that loses the statement that $name (has run: $hasRun) sends at once what it has not sent',
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
}
