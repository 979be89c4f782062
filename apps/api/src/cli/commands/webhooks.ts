import * as contract from '@scantix/api-contract/admin';
import {
  type AdminWebhook,
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  type WebhookEvent,
} from '@scantix/api-contract/admin';
import { type Command, InvalidArgumentError } from 'commander';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import type { Cli } from '../cli.ts';
import { CommandError } from '../command-error.ts';
import { formatFields, formatTable } from '../format-table.ts';

interface Options {
  readonly domain?: string;
}

interface CreateOptions extends Options {
  readonly event?: WebhookEvent[];
  readonly holderData?: true;
}

/** `scantix webhooks`: receivers that are told of admissions. */
export function addWebhookCommands(program: Command, cli: Cli): void {
  const webhooks = program.command('webhooks').description('receivers that are told of admissions');
  const ofDomain = (name: string, description: string) => inDomain(webhooks.command(name)).description(description);
  const paramsOf = async (webhook: string, options: Options) => ({ domain: await chooseDomain(cli, options), webhook });
  const ofWebhook = (name: string, description: string) =>
    ofDomain(name, description).argument('<webhook>', 'its id, from "scantix webhooks list"');

  ofDomain('create', 'create a webhook and write its secret, this once')
    .argument('<url>', 'the address of the receiver')
    .option('--event <event>', `one of ${WEBHOOK_EVENTS.join(', ')}; may be repeated (default: all)`, readEvent)
    .option('--holder-data', 'name the holders of tickets in the messages')
    .action(async (url: string, { event, holderData, ...options }: CreateOptions) => {
      const params = { domain: await chooseDomain(cli, options) };
      const body = { url, holder_data: holderData === true, ...(event && { events: event }) };
      cli.show(await cli.call(contract.createWebhook, { params, body }), formatWithSecret);
    });

  ofDomain('list', 'list the webhooks of a domain').action(async (options: Options) => {
    const params = { domain: await chooseDomain(cli, options) };
    cli.show(await cli.call(contract.listWebhooks, { params }), ({ items }) =>
      formatTable(
        ['ID', 'URL', 'STATE', 'WAITING', 'GIVEN UP'],
        items.map((hook) => [hook.id, hook.url, stateOf(hook), hook.waiting, hook.given_up]),
      ),
    );
  });

  const simple = (name: string, description: string, call: (params: WebhookParams) => Promise<AdminWebhook>) =>
    ofWebhook(name, description).action(async (webhook: string, options: Options) => {
      cli.show(await call(await paramsOf(webhook, options)), formatWebhook);
    });
  simple('show', 'show a webhook', (params) => cli.call(contract.showWebhook, { params }));
  simple(
    'disable',
    'send nothing more, within half a minute; what waits is given up when it is four days old ("retry" sends it once the ' +
      'webhook is enabled), what happens meanwhile is not told later',
    (params) => cli.call(contract.changeWebhook, { params, body: { disabled: true } }),
  );
  simple('enable', 'send again, at once what waits', (params) =>
    cli.call(contract.changeWebhook, { params, body: { disabled: false } }),
  );

  ofWebhook('rotate', 'give it a new secret; the one before signs too for 24 hours').action(
    async (webhook: string, options: Options) => {
      const params = await paramsOf(webhook, options);
      cli.show(await cli.call(contract.rotateWebhook, { params }), formatWithSecret);
    },
  );

  ofWebhook('delete', 'delete it with its messages; a turn that runs sends for up to half a minute').action(
    async (webhook: string, options: Options) => {
      const params = await paramsOf(webhook, options);
      cli.show(await cli.call(contract.deleteWebhook, { params }), () => 'Deleted.\n');
    },
  );

  ofWebhook('deliveries', 'list its newest messages')
    .option('--given-up', 'only those that were given up')
    .action(async (webhook: string, { givenUp, ...options }: Options & { givenUp?: true }) => {
      const params = await paramsOf(webhook, options);
      const query = givenUp ? { state: 'given_up' as const } : {};
      const found = await cli.call(contract.listWebhookDeliveries, { params, query });
      cli.show(found, ({ items }) =>
        formatTable(['SEQUENCE', 'TYPE', 'WHEN', 'STATE', 'ATTEMPTS', 'LAST'], items.map(deliveryRow)),
      );
    });

  ofWebhook('retry', 'try now what waits or was given up').action(async (webhook: string, options: Options) => {
    const params = await paramsOf(webhook, options);
    const done = await cli.call(contract.retryWebhookDeliveries, { params });
    cli.show(done, ({ retried }) => `${retried} messages are tried again.\n`);
  });

  ofWebhook('test', 'send a test message and tell what came back').action(async (webhook: string, options: Options) => {
    const params = await paramsOf(webhook, options);
    const answer = await cli.call(contract.testWebhook, { params });
    const said = answer.status === undefined ? `no answer: ${answer.error}` : `the receiver answered ${answer.status}`;
    cli.show(answer, () => (answer.ok ? `Taken: ${said}.\n` : ''));
    if (!answer.ok) throw new CommandError(`The test was not taken: ${said}`);
  });
}

type WebhookParams = { domain: string; webhook: string };

function readEvent(event: string, before: WebhookEvent[] = []): WebhookEvent[] {
  const known = WEBHOOK_EVENTS.find((one) => one === event);
  if (!known) throw new InvalidArgumentError(`It is one of ${WEBHOOK_EVENTS.join(', ')}.`);
  return [...before, known];
}

function stateOf({ disabled_at, disabled_because, failing_since }: AdminWebhook): string {
  if (disabled_at) return `disabled (${disabled_because})`;
  return failing_since ? `failing since ${failing_since}` : 'working';
}

function formatWebhook(hook: AdminWebhook): string {
  return formatFields({
    ...{ id: hook.id, url: hook.url, events: hook.events.join(' '), 'holder data': hook.holder_data },
    ...{ state: stateOf(hook), 'not before': hook.retry_at, waiting: hook.waiting, 'given up': hook.given_up },
    'old secret until': hook.old_secret_until,
  });
}

function formatWithSecret({ secret, ...hook }: AdminWebhook & { secret: string }): string {
  return `${formatWebhook(hook)}\nSecret, shown this once:\n${secret}\n`;
}

function deliveryRow(message: WebhookDelivery) {
  const last = message.last_status ?? message.last_error;
  return [message.sequence, message.type, message.created_at, message.state, message.attempts, last];
}
