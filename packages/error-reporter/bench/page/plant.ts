import { loggerOptions } from '../../../analytics-logger/bench/logger-options.ts';
// The app wires the two packages in the same way; neither imports the other.
import { createAnalyticsLogger } from '../../../analytics-logger/src/index.ts';
import { createErrorReporter, scrubSecrets } from '../../src/index.ts';
import { type Channel, PLANTINGS, type Planting } from '../plantings.ts';

declare global {
  /** Plants every secret of a channel and reports it. */
  var plant: (channel: Channel) => Promise<void>;
  /** Sends what is left. */
  var finish: () => Promise<void>;
}

// Sentry samples with this: every session is traced and recorded.
Math.random = () => 0.01;

const collector = new URL(new URLSearchParams(location.search).get('collector') ?? '');
const reporter = createErrorReporter({ dsn: `${collector.protocol}//public@${collector.host}/1` });
const logger = createAnalyticsLogger({ ...loggerOptions(collector.origin), scrub: scrubSecrets });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One at a time: the SDK drops reports when many wait. */
async function report(message: string, context?: Readonly<Record<string, unknown>>): Promise<void> {
  reporter.capture(new Error(message), context);
  await pause(20);
}

async function call(planting: Planting): Promise<void> {
  const { marker, text } = planting;
  const response = await fetch(`/missing/${marker}?${text}`);
  await response.text();
}

function show({ marker, text }: Planting): HTMLElement {
  const box = document.createElement('div');
  box.className = marker;
  const link = document.createElement('a');
  link.setAttribute('href', `/?${text}`);
  for (const name of ['title', 'data-note', 'aria-label']) link.setAttribute(name, text);
  link.textContent = text;
  const input = document.createElement('input');
  input.value = text;
  input.placeholder = text;
  const image = document.createElement('img');
  image.alt = text;
  box.append(link, input, image);
  document.body.append(box);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return box;
}

const PLANTERS: Readonly<Record<Channel, (planting: Planting, index: number) => Promise<void> | void>> = {
  async url({ marker, text }) {
    history.pushState(null, '', `/?${text}`);
    await report(marker);
  },
  async fragment({ marker, text }) {
    history.pushState(null, '', `/#${text}`);
    await report(marker);
  },
  message: ({ marker, text }) => report(`${marker} failed with ${text}`, { text, nested: [{ text }] }),
  async breadcrumb(planting, index) {
    if (index % 2 === 0) return call(planting);
    const button = document.createElement('button');
    button.id = planting.marker;
    for (const name of ['title', 'alt', 'aria-label']) button.setAttribute(name, planting.text);
    document.body.append(button);
    button.click();
    // Sentry merges clicks in quick succession.
    await pause(1_100 / 10);
  },
  console({ marker, text }, index) {
    if (index % 2 === 0) console.info(`${marker} ${text}`);
    else console.warn(marker, { text, list: [text] });
  },
  async span(planting, index) {
    if (index % 2 === 0) return call(planting);
    const request = new XMLHttpRequest();
    request.open('GET', `/missing/${planting.marker}?${planting.text}`);
    request.send();
    await new Promise((resolve) => request.addEventListener('loadend', resolve, { once: true }));
  },
  replay: (planting) => void show(planting),
  axiom({ marker, text, secret }, index) {
    const properties = { marker, text, nested: { list: [text] }, authToken: secret };
    if (index % 3 === 0) logger.log({ name: 'bench', properties });
    else if (index % 3 === 1) logger.logPageView({ page: marker, module: 'general', url: `/?${text}`, referrer: text });
    else
      logger.logApiCall({ endpoint: `/${marker}?${text}`, module: 'general', method: 'GET', status: 200, duration: 1 });
  },
};

globalThis.plant = async (channel) => {
  // A navigation starts the span that contains the next ones.
  if (channel === 'span') history.pushState(null, '', '/spans');
  const planted = PLANTINGS.filter((planting) => planting.channel === channel);
  for (const [index, planting] of planted.entries()) await PLANTERS[channel](planting, index);
  if (channel === 'axiom') await logger.flush();
  else await report(`planted ${channel}`);
};

globalThis.finish = async () => {
  await reporter.stop();
  await logger.stop();
};

reporter.start();
logger.start();
