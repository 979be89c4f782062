import { writeFile } from 'node:fs/promises';
import { toSVG } from 'bwip-js/node';
import sharp from 'sharp';
import type { CameraPicture } from '../support/camera-clip.ts';

const WIDTH = 1280;
const HEIGHT = 720;

/** A visitor's ticket at the gate in the evening. A sticker makes its code unreadable. */
export const TICKET_IN_HAND: CameraPicture = picture(
  'ticket-in-hand',
  `<g transform="translate(640 330) rotate(-4)">
    <rect x="-158" y="-262" width="316" height="560" rx="14" fill="#0008" filter="url(#soft)"/>
    <path d="M-150-256h300v400a12 12 0 0 0 0 24v116h-300v-116a12 12 0 0 0 0-24z" fill="#f4f1ea"/>
    <rect x="-122" y="-228" width="150" height="14" fill="#2c2b29"/><rect x="-122" y="-204" width="98" height="8" fill="#8b877e"/>
    <rect x="66" y="-228" width="56" height="18" fill="#b5402f"/>
    ${qrCode('SPECIMEN, NOT A TICKET', { x: -122, y: -170, width: 244 })}
    <rect x="-60" y="-108" width="120" height="120" rx="16" fill="#f4f1ea"/><circle cy="-48" r="44" fill="#3b4a8c"/>
    <path d="M-138 156h276" stroke="#b9b4a8" stroke-width="3" stroke-dasharray="8 8"/>
    <rect x="-122" y="190" width="180" height="10" fill="#8b877e"/><rect x="-122" y="214" width="120" height="10" fill="#8b877e"/>
  </g>
  <path d="M800 720c-30-90-96-132-140-150-34-14-34-58 4-56 60 4 190 40 240 206z" fill="#8a5a44"/>
  <path d="M664 516c30 2 34 40 8 46-30-8-40-46-8-46z" fill="#c79d86"/>`,
);

/** Three tickets on a table, all in one frame. */
export function ticketsOnTable(codes: readonly string[]): CameraPicture {
  const cards = codes.map((code, index) => {
    const transform = `translate(${[650, 628, 646][index % 3]} ${74 + index * 130}) rotate(${[2, -3, 1][index % 3]}) scale(0.78)`;
    return `<g transform="${transform}"><rect x="-166" y="-74" width="332" height="152" rx="10" fill="#0007" filter="url(#soft)"/>
      <rect x="-160" y="-76" width="320" height="148" rx="10" fill="#f4f1ea"/>
      ${qrCode(code, { x: -146, y: -64, width: 124 })}
      <rect x="2" y="-52" width="120" height="12" fill="#2c2b29"/><rect x="2" y="-28" width="84" height="8" fill="#8b877e"/>
      <rect x="2" y="28" width="132" height="8" fill="#8b877e"/></g>`;
  });
  return picture('tickets-on-table', cards.join(''));
}

function qrCode(text: string, { x, y, width }: { x: number; y: number; width: number }): string {
  const svg = toSVG({ bcid: 'qrcode', text, barcolor: '1c1b1a' });
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${width}" `);
}

function picture(name: string, foreground: string): CameraPicture {
  const lights = [
    [150, 130, 60, '#d9a860'],
    [360, 80, 34, '#c46a52'],
    [480, 190, 46, '#e0c08a'],
    [830, 110, 58, '#d9a860'],
    [1010, 190, 40, '#7f8fb8'],
    [1160, 90, 64, '#c98a5a'],
  ].map(([x, y, r, fill]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity=".75"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="evening" x2="0" y2="1"><stop stop-color="#55627a"/><stop offset=".55" stop-color="#3a4254"/><stop offset="1" stop-color="#262a35"/></linearGradient>
      <filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter>
      <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>
    </defs>
    <rect width="100%" height="100%" fill="url(#evening)"/>
    <g filter="url(#far)"><path d="M0 470c180-40 320-150 470-130s230 90 380 70 280-90 430-60v370H0z" fill="#2b303d"/>${lights.join('')}</g>
    ${foreground}
  </svg>`;
  return { name, write: (path) => writeStill(path, svg) };
}

/** Writes a clip of one frame as YUV planes, the format that Chromium's fake camera plays. */
async function writeStill(path: string, svg: string): Promise<string> {
  const { data } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const luma = Buffer.alloc(WIDTH * HEIGHT);
  const [blue, red] = [Buffer.alloc(luma.length / 4), Buffer.alloc(luma.length / 4)];
  for (let at = 0; at < luma.length; at += 1) {
    const [r = 0, g = 0, b = 0] = data.subarray(at * 3, at * 3 + 3);
    luma[at] = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    if (x % 2 === 1 || y % 2 === 1) continue;
    const chroma = (y / 2) * (WIDTH / 2) + x / 2;
    blue[chroma] = Math.round(128 - 0.1687 * r - 0.3313 * g + 0.5 * b);
    red[chroma] = Math.round(128 + 0.5 * r - 0.4187 * g - 0.0813 * b);
  }
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\nFRAME\n`;
  await writeFile(path, Buffer.concat([Buffer.from(header), luma, blue, red]));
  return path;
}
