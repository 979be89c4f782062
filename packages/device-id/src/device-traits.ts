import { load, sources } from '@fingerprintjs/fingerprintjs';
import { nextTask } from '@scantix/runtime-utils';
import type { Fingerprint } from './fingerprint.ts';

// A file of its own, so that load-fingerprint.ts loads it with the library. Its name becomes the name of the application's
// file: one with "fingerprint" in it is what content blockers look for.

/** A source of FingerprintJS: reads one trait of the browser. */
type Source = (options: unknown) => unknown;

/** Makes a fingerprint in about 100 ms of work; the library's vendor is not called. */
export async function runFingerprintJs(): Promise<Fingerprint> {
  prepare(sources as unknown as Record<string, Source>);
  const agent = await load({ monitoring: false });
  const { visitorId, confidence, components } = await agent.get();
  return { visitorId, confidence: confidence.score, components: Object.keys(components).length };
}

/** Changes the library's own table of sources, once a page. */
function prepare(sources: Record<string, Source>): void {
  if (!('fontPreferences' in sources)) return;
  // A page that requires Trusted Types refuses and reports what these write: an iframe's `srcdoc`, and on phones an `onclick`.
  delete sources.fontPreferences;
  delete sources.domBlockers;
  // The library itself works for 16 ms or more at a time: with a task for each source, an input or a frame can come in between.
  let turn = Promise.resolve();
  for (const [name, source] of Object.entries(sources)) {
    sources[name] = async (options) => {
      turn = turn.then(nextTask);
      await turn;
      return source(options);
    };
  }
}
