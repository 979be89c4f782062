import * as contract from '@scantix/api-contract';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { allowedCall, type HostileThings, senderOf, writeCall } from './contract-inputs.ts';
import type { HostileInput } from './hostile-input.ts';
import { fieldsOf, sampleOf, withField } from './schema-fields.ts';

/** Every field that names a thing, with the thing of another domain. Its words are in no answer. */
export function* foreignInputs(things: HostileThings): Generator<HostileInput> {
  const { own, foreign } = things;
  for (const [group, endpoint] of CONTRACT_CALLS) {
    if (senderOf(endpoint) !== 'clerk') continue;
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part];
      for (const { path } of schema ? fieldsOf(schema) : []) {
        const name = path.at(-1);
        if (!schema || typeof name !== 'string' || foreign[name] === undefined) continue;
        const changed = withField(sampleOf(schema, own, path), path, foreign[name]);
        const request = writeCall(endpoint, { ...allowedCall(endpoint, things), [part]: changed });
        const isThing = part === 'params' && name !== 'device';
        const input = { group, name: `${part}.${path.join('.')} of another domain`, as: 'clerk', request } as const;
        yield { ...input, expects: isThing ? 'refused' : 'unharmed' };
      }
    }
  }
  const { path, method } = contract.postScans;
  for (const [name, value] of Object.entries(foreign)) {
    const scan = { ...(sampleOf(contract.scan, { ...own, id: things.newId() }) as object), [name]: value };
    const headers = { 'Content-Type': 'application/json' };
    const request = { method, path, headers, body: JSON.stringify({ scans: [scan] }) };
    yield {
      group: 'postScans',
      name: `a scan with ${name} of another domain`,
      as: 'clerk',
      request,
      expects: 'unharmed',
    };
  }
}
