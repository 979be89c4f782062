import { compileMessage as compileIcu } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { compileMessage } from './index.ts';

test.each([
  'Scanned',
  'Hello {name}',
  '{name}',
  'Of {total}, {done} are done.',
  '{count, plural, one {# scan} other {# scans}}',
  'Offline: {count, plural, one {# scan waits} other {# scans wait}} for {name}',
])('"%s" compiles to what Lingui compiles it to', (message) => {
  expect([compileMessage(message)].flat()).toEqual([compileIcu(message)].flat());
});
