import { createWebhook } from '@scantix/api-contract/admin';
import { allowedCall, type HostileThings, writeCall } from './contract-inputs.ts';
import type { HostileInput } from './hostile-input.ts';

/** Receivers in the server's own network, in every spelling. */
const INWARD = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '0', '127.0.0.1.'],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ],
  ...['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1'],
  ...['[fe80::1]', '[fc00::1]', '224.0.0.1', '255.255.255.255', '①②⑦.⓪.⓪.①', '127。0。0。1'],
];

/** Addresses that are no receivers. */
const NO_RECEIVERS = [
  'http://shop.example/',
  'ftp://shop.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,a',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'unix:///var/run/docker.sock',
  'https://user:password@shop.example/',
  'https://shop.example@127.0.0.1/',
  'https://127.0.0.1:5432/#@shop.example',
  'https:///',
  '//shop.example/',
  `https://shop.example/${'x'.repeat(2_000)}`,
];

/** Webhooks that would let a clerk call into the operator's network. */
export function* webhookInputs(things: HostileThings): Generator<HostileInput> {
  for (const url of [...INWARD.map((host) => `https://${host}/hook`), ...NO_RECEIVERS]) {
    const request = writeCall(createWebhook, { ...allowedCall(createWebhook, things), body: { url } });
    yield { group: 'createWebhook', name: `a receiver ${url.slice(0, 60)}`, as: 'clerk', request, expects: 'refused' };
  }
}
