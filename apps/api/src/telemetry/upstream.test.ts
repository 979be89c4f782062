import { expect, test } from 'vitest';
import { readUpstreams } from './upstream.ts';

test('without a token or a DSN there is no service', () => {
  expect(readUpstreams({})).toEqual({});
  expect(readUpstreams({ axiomToken: '', sentryDsn: '' })).toEqual({});
});

test('a DSN is read as Sentry’s clients read it', () => {
  const addressOf = (sentryDsn: string) => readUpstreams({ sentryDsn }).sentry?.address;
  expect(addressOf('https://k1@o9.ingest.sentry.io/42')).toBe(
    'https://o9.ingest.sentry.io/api/42/envelope/?sentry_version=7&sentry_key=k1',
  );
  expect(addressOf('http://k1:old@10.0.0.7:9000/under/path/3')).toBe(
    'http://10.0.0.7:9000/under/path/api/3/envelope/?sentry_version=7&sentry_key=k1',
  );
});

test.each(['nothing', 'ftp://k1@host/1', 'https://host/1', 'https://k1@host/', 'https://k1@host/name'])(
  '%s is no DSN, and the error does not repeat it',
  (sentryDsn) => {
    expect(() => readUpstreams({ sentryDsn })).toThrow(/^TELEMETRY_SENTRY_DSN must be/);
  },
);

test('an address of Axiom keeps its path, as that of a gateway before it', () => {
  const { axiom } = readUpstreams({ axiomToken: 't', axiomUrl: 'https://gateway.example/axiom/' });
  expect(axiom?.address).toMatch(/^https:\/\/gateway\.example\/axiom\/v1\/datasets\//);
});

test('Axiom’s address is the region’s, and the dataset is one part of its path', () => {
  const { axiom } = readUpstreams({ axiomToken: 't', axiomUrl: 'https://api.eu.axiom.co/', axiomDataset: 'a/../b' });
  expect(axiom?.address).toBe('https://api.eu.axiom.co/v1/datasets/a%2F..%2Fb/ingest?timestamp-field=timestamp');
});
