import { expect, test } from 'vitest';
import { createImportSlots } from './import-slots.ts';

test('one of a domain, and no more than allowed of all', async () => {
  const slots = createImportSlots({ atOnce: 2 });
  const work = Promise.withResolvers<string>();
  const running = [slots.run('north', () => work.promise), slots.run('south', () => work.promise)];
  await expect(slots.run('north', async () => '')).rejects.toMatchObject({
    message: expect.stringContaining('this domain'),
  });
  await expect(slots.run('east', async () => '')).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 10_000 });
  work.reject(new Error('broken'));
  await Promise.allSettled(running);
  expect(await slots.run('north', async () => 'free again')).toBe('free again');
});
