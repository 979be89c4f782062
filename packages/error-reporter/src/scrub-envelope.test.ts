import { describe, expect, test } from 'vitest';
import { FILTERED } from './index.ts';
import { scrubEnvelope } from './scrub-envelope.ts';

function scrubPayload(payload: unknown): unknown {
  const [, [[, scrubbed] = []]] = scrubEnvelope<[object, [object, unknown][]]>([{}, [[{ type: 'event' }, payload]]]);
  return scrubbed;
}

describe('Scrubbing of envelopes', () => {
  test('every payload is scrubbed; headers stay, since the public key of the project is in them', () => {
    const headers = { dsn: 'https://publickey@sentry.test/1', trace: { public_key: 'publickey' } };
    const header = { type: 'event', key: 'abc' };
    const scrubbed = scrubEnvelope([
      headers,
      [
        [header, { url: '/?token=abc' }],
        [header, { password: 'abc' }],
      ],
    ]);
    expect(scrubbed).toEqual([
      headers,
      [
        [header, { url: `/?token=${FILTERED}` }],
        [header, { password: FILTERED }],
      ],
    ]);
  });

  test('a recording is scrubbed line by line and stays lines of JSON', () => {
    const recording = '{"segment_id":0}\n[{"data":{"href":"/?secret=abc","password":"abc"}}]';
    expect(scrubPayload(recording)).toBe(
      `{"segment_id":0}\n[{"data":{"href":"/?secret=${FILTERED}","password":"${FILTERED}"}}]`,
    );
  });

  test('a line that is no JSON is dropped', () => {
    expect(scrubPayload('token=abc\n{}')).toBe('\n{}');
  });

  test('bytes stay as they are', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(scrubPayload(bytes)).toBe(bytes);
  });
});
