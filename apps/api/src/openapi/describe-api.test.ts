import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { describeApi } from './describe-api.ts';

const api = describeApi({ build: 'b1' });

test('it is a valid document of OpenAPI 3.1, and every reference leads somewhere', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(api)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const text = JSON.stringify(api);
  const named = Object.keys(api.components.schemas);
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(referred.length).toBeGreaterThan(100);
  expect(referred.filter((name) => !named.includes(name ?? ''))).toEqual([]);
});

test('it has every call of the contract, each parameter of its path, and who may make it', () => {
  for (const [name, { method, path, needs }] of CONTRACT_CALLS) {
    const operation = api.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(operation?.summary).not.toBe('');
    const inPath = operation?.parameters.filter((one) => one.in === 'path').map((one) => one.name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
    const roles = operation?.security.map(({ session }: { session?: string[] }) => session);
    if (typeof needs === 'string') expect(roles).toEqual(needs === 'session' ? [[]] : []);
    else expect(roles).toEqual(needs.map((right) => [right]));
  }
});

test('a value that a newer server may add is open, with the values of today beside it', () => {
  expect(api.components.schemas.ScanResult).toMatchObject({
    properties: { status: { type: 'string', 'x-extensible-enum': ['recorded', 'repeated', 'rejected'] } },
  });
  expect(describeApi({ build: 'b1', closed: true }).components.schemas.ScanResult).toMatchObject({
    properties: { status: { enum: ['recorded', 'repeated', 'rejected'] } },
    additionalProperties: false,
  });
});

test('its texts are those of the contract’s sources', async () => {
  const folder = new URL('../../../../packages/api-contract/src', import.meta.url).pathname;
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const texts = sources.flatMap((source) =>
    [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+) = defineEndpoint\(/g)].map(
      ([, comment = '', name = '']) => [name, readableText(comment)] as const,
    ),
  );
  const sorted = texts.toSorted(([one], [other]) => one.localeCompare(other));
  await expect(`${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`).toMatchFileSnapshot('call-texts.json');
});

/** A comment's text without its stars, line ends, links, and the address that it begins with. */
function readableText(comment: string): string {
  const text = comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/\{@link \w+ (\w+)\}/g, '$1')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .trim()
    .replace(/^(GET|POST) \S+?(:| \([^)]*\):) /, '');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
