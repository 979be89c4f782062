import { expect, test, vi } from 'vitest';
import { createSpeaker } from './index.ts';
import { createFakeAudioOutput } from './testing/index.ts';

test('the audio output is created once, on first use', () => {
  const createOutput = vi.fn(createFakeAudioOutput);
  const speaker = createSpeaker({ createOutput: () => createOutput() });
  expect(createOutput).not.toHaveBeenCalled();
  expect(speaker.open()).toBe(speaker.open());
  expect(createOutput).toHaveBeenCalledOnce();
});

test.each(['suspended', 'interrupted'] as const)('a gesture resumes an output that is %s', async (state) => {
  const output = createFakeAudioOutput({ state });
  createSpeaker({ createOutput: () => output }).unlock();
  await vi.waitFor(() => expect(output.state).toBe('running'));
});

test('an output that may not resume yet is no error', async () => {
  const output = createFakeAudioOutput({ state: 'suspended' });
  output.resume = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
  expect(createSpeaker({ createOutput: () => output }).open()).toBe(output);
});

test('an output that was closed is replaced', () => {
  const [closed, fresh] = [createFakeAudioOutput({ state: 'closed' }), createFakeAudioOutput()];
  const createOutput = vi.fn(() => fresh).mockReturnValueOnce(closed);
  const speaker = createSpeaker({ createOutput });
  speaker.unlock();
  expect([speaker.open(), speaker.open()]).toEqual([fresh, fresh]);
});

test('a device without audio has no output, and is asked again', () => {
  const createOutput = vi.fn(() => {
    throw new DOMException('no audio', 'NotSupportedError');
  });
  const speaker = createSpeaker({ createOutput });
  speaker.unlock();
  expect(speaker.open()).toBeNull();
  expect(createOutput).toHaveBeenCalledTimes(2);
});
