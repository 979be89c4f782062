import { type ContractHarness, namesOf, until, watching } from './contract-harness.ts';
import { draw, sideBySide, ticket } from './contract-pictures.ts';

/** Tests of videos: reads, corners, frame quality and several codes. */
export function testVideos({ test, equal, ok, using }: ContractHarness): void {
  test('a video is read once a code, corners inside, and each frame reports its quality', () =>
    using(async ({ reader, engine }) => {
      const frames = [await draw(ticket), await draw(ticket)];
      await watching(frames, reader, async (reads, qualities) => {
        await until(() => reads.length > 0 && qualities.length > 3);
        equal(namesOf(reads), ['qr_code TICKET-0001']);
        equal(reads[0]?.engine, engine);
        ok((qualities.at(-1)?.sharpness ?? 0) > 0.3, 'a sharp frame is called sharp');
        ok((qualities.at(-1)?.brightness ?? 0) > 60, 'a bright frame is called bright');
      });
    }));

  test('several codes in one frame of a video are all read when several are wanted', () =>
    using(
      async ({ reader }) => {
        const picture = await sideBySide(['LEFT-1', 'RIGHT-2']);
        await watching([picture, picture], reader, async (reads) => {
          await until(() => reads.length >= 2);
          equal(namesOf(reads), ['qr_code LEFT-1', 'qr_code RIGHT-2']);
        });
      },
      { maximumCodes: 4 },
    ));
}
