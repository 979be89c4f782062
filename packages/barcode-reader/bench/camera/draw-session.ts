import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSeededRandom, type SeededRandom } from '../../src/testing/seeded-random.ts';
import type { Card } from './card.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import { stampFrame } from './page/frame-stamp.ts';
import { addGlare, addNoise, blur, paintCard, paintGround } from './paint.ts';
import type { SessionPlan } from './session-plan.ts';

export const sessionFrame = { width: 1280, height: 720, framesPerSecond: 30 };

/**
 * Draws a session as the clip that Chromium's fake camera plays, each frame stamped with its number. A clip that was
 * drawn before from the same plan by the same code is reused.
 *
 * @returns the file, which ends in `.mjpeg`
 */
export async function drawSession(plan: SessionPlan, say: (text: string) => void): Promise<string> {
  const code = await Promise.all(
    ['draw-session.ts', 'paint.ts', 'page/frame-stamp.ts', 'session-plan.ts', 'conditions.ts'].map((name) =>
      readFile(new URL(name, import.meta.url)),
    ),
  );
  const hash = createHash('sha256').update(JSON.stringify(plan.showings));
  for (const { grey } of plan.cards) hash.update(grey);
  for (const source of code) hash.update(source);
  const file = join(tmpdir(), `scantix-session-${hash.digest('hex').slice(0, 16)}.mjpeg`);
  if (existsSync(file)) return file;

  const clip = await open(`${file}.part`, 'w');
  const count = Math.round(plan.seconds * sessionFrame.framesPerSecond);
  const ground = paintGround(sessionFrame, createSeededRandom(plan.seed));
  const frames = drawFrames(plan, ground, count);
  // One frame is encoded while the next is drawn.
  let encoding: Promise<unknown> = Promise.resolve();
  let index = 0;
  for (const grey of frames) {
    const { width, height } = sessionFrame;
    stampFrame(grey, width, height, index++);
    const encoded = sharp(grey, { raw: { width, height, channels: 1 } })
      .toColourspace('srgb')
      .jpeg({ quality: 90, chromaSubsampling: '4:2:0' })
      .toBuffer();
    await encoding;
    encoding = encoded.then((jpeg) => clip.write(jpeg));
    if (index % 600 === 0) say(`drawn ${index} of ${count} frames`);
  }
  await encoding;
  await clip.close();
  await rename(`${file}.part`, file);
  return file;
}

function* drawFrames(plan: SessionPlan, ground: Float32Array, count: number): Generator<Uint8Array> {
  const noise = createSeededRandom(plan.seed + 1);
  const hands = plan.showings.map(({ index }) => takeHand(createSeededRandom(plan.seed * 1000 + index)));
  for (let frame = 0; frame < count; frame++) {
    const at = frame / sessionFrame.framesPerSecond;
    const number = plan.showings.findIndex(({ from, to }) => at >= from && at < to);
    const [showing, card, hand] = [plan.showings[number], plan.cards[number], hands[number]];
    const light = ground.slice();
    if (showing && card && hand) {
      const conditions = conditionsOf[showing.level];
      holdCard(light, card, { conditions, hand, seconds: at - showing.from });
    }
    const { noise: deviation, unevenLight } = conditionsOf[showing?.level ?? 'easy'];
    yield addNoise(light, sessionFrame, { deviation, unevenLight, random: noise });
  }
}

/** How one hand holds one card, determined by the seed. */
type Hand = ReturnType<typeof takeHand>;

function takeHand(random: SeededRandom) {
  const wave = () => ({
    angle: random.between(0, 360),
    phase: random.between(0, 6.3),
    hertz: random.between(0.5, 1.1),
  });
  const sign = () => (random.next() < 0.5 ? -1 : 1);
  return {
    sway: wave(),
    shake: { ...wave(), hertz: random.between(5, 9) },
    offset: { x: random.between(-0.6, 0.6), y: random.between(-0.6, 0.6) },
    turn: sign() * random.between(0.4, 1),
    tilt: random.between(0.5, 1),
    tiltAxis: random.between(0, 180),
    glare: { x: random.between(-0.3, 0.3), y: random.between(-0.3, 0.3) },
  };
}

function holdCard(light: Float32Array, card: Card, held: { conditions: Conditions; hand: Hand; seconds: number }) {
  const { conditions, hand, seconds } = held;
  const [sway, shake] = [hand.sway, hand.shake].map((wave, number) => {
    const omega = 2 * Math.PI * wave.hertz;
    const peak = conditions.tremor * (number === 0 ? 1 : 0.4);
    const angle = (wave.angle * Math.PI) / 180;
    const moved = (peak / omega) * Math.sin(omega * seconds + wave.phase);
    const speed = peak * Math.cos(omega * seconds + wave.phase);
    const direction = [Math.cos(angle), Math.sin(angle)] as const;
    return { x: direction[0] * moved, y: direction[1] * moved, vx: direction[0] * speed, vy: direction[1] * speed };
  });
  if (!sway || !shake) return;
  // A long card does not fit at a rotation of 40 degrees: the rotation is limited so that it stays in the picture.
  const room = { x: (sessionFrame.width - card.width) / 2, y: (sessionFrame.height - card.height) / 2 };
  const turn = hand.turn * conditions.turn * Math.min(1, (2 * room.y) / (0.5 * card.width));
  const pose = {
    x: sessionFrame.width / 2 + hand.offset.x * Math.min(120, room.x * 0.4) + sway.x + shake.x,
    y: sessionFrame.height / 2 + hand.offset.y * Math.min(80, room.y * 0.3) + sway.y + shake.y,
    pixelsPerModule: 1,
    rotateDegrees: turn,
    tiltDegrees: hand.tilt * conditions.tilt,
    tiltAxisDegrees: hand.tiltAxis,
    distance: 1500,
  };
  const drift = {
    x: (sway.vx + shake.vx) * conditions.exposureSeconds,
    y: (sway.vy + shake.vy) * conditions.exposureSeconds,
  };
  const part = paintCard(light, sessionFrame, card, { pose, drift });
  const glareAt = { x: pose.x + hand.glare.x * card.width, y: pose.y + hand.glare.y * card.height };
  addGlare(light, sessionFrame, glareAt, {
    strength: conditions.glare,
    radius: 0.18 * Math.min(card.width, card.height) + 20,
  });
  // The lens needs a third of a second to focus on the card.
  blur(light, sessionFrame, part, conditions.defocus + 2.5 * Math.exp(-seconds / 0.09));
}
