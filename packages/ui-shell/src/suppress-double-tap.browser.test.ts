import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { suppressDoubleTap } from './index.ts';

let stop: () => void;
let clicks: string[];

beforeEach(() => {
  document.body.innerHTML = `<div id="area" style="padding:60px"><button id="button" style="width:120px;height:60px">Next</button>
    <input id="field" style="width:120px;height:60px"></div>`;
  clicks = [];
  document.body.onclick = (event) => clicks.push((event.target as Element).id);
  stop = suppressDoubleTap(document);
});

afterEach(() => {
  stop();
  document.body.onclick = null;
  document.body.innerHTML = '';
});

/** Replaces what is on the page by one element of a size that can be tapped, above an empty area. */
function show(markup: string) {
  document.body.innerHTML = `<style>#tapped { display: block; width: 120px; height: 60px }</style>${markup}
    <div id="area" style="height:60px"></div>`;
  clicks = [];
}

/** A touch through the browser's own input pipeline. The events carry the times, so the test need not wait. */
async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at: number, id: string, dx = 0) {
  const box = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  const point = { x: frame.x + box.x + 20 + dx, y: frame.y + box.y + 20 };
  await (cdp() as unknown as { send(method: string, parameters: object): Promise<void> }).send(
    'Input.dispatchTouchEvent',
    { type, touchPoints: type === 'touchEnd' ? [] : [point], timestamp: base + at / 1000 },
  );
}

/** Each test has its own minute, so that no tap counts as the second of another test. */
let base = Date.now() / 1000;
beforeEach(() => {
  base += 60;
});

async function tap(id: string, at: number) {
  await touch('touchStart', at - 40, id);
  await touch('touchEnd', at, id);
}

const clicked = (...ids: string[]) => expect.poll(() => clicks).toEqual(ids);

test('a tap on another element within 300 ms is ignored too', async () => {
  await tap('area', 1000);
  await tap('button', 1200);
  await tap('button', 1400);
  await clicked('area', 'button');
});

test('what edits text is not affected', async () => {
  for (const [index, markup] of [
    '<input id="tapped">',
    '<input id="tapped" type="password">',
    '<input id="tapped" type="date">',
    '<textarea id="tapped"></textarea>',
    '<div id="tapped" contenteditable>text</div>',
  ].entries()) {
    show(markup);
    const at = index * 10_000;
    await tap('tapped', at);
    await tap('tapped', at + 100);
    await tap('tapped', at + 200);
    await clicked('tapped', 'tapped', 'tapped');
    expect(document.activeElement?.id).toBe('tapped');
  }
});

test('a double tap on a switch, a check box or a label toggles once', async () => {
  for (const [index, markup] of [
    '<input id="tapped" type="checkbox">',
    '<input id="tapped" type="checkbox" role="switch">',
    '<label id="tapped"><input type="checkbox">Remember me</label>',
    '<label id="tapped" for="switch">Sounds</label><input id="switch" type="checkbox" role="switch">',
  ].entries()) {
    show(markup);
    const at = index * 10_000;
    await tap('tapped', at);
    await tap('tapped', at + 100);
    await tap('area', at + 5000);
    await expect.poll(() => clicks.at(-1)).toBe('area');
    expect(document.querySelector<HTMLInputElement>('[type=checkbox]')?.checked, markup).toBe(true);
  }
});

test('typing is not affected', async () => {
  document.getElementById('field')?.focus();
  await userEvent.keyboard('aabb');
  expect(document.querySelector('input')?.value).toBe('aabb');
});

test('a double click with the mouse counts', async () => {
  await userEvent.dblClick(document.getElementById('button') as HTMLElement);
  await clicked('button', 'button');
});

test('a scroll does not count as a tap', async () => {
  await touch('touchStart', 900, 'button');
  await touch('touchMove', 950, 'button', 40);
  await touch('touchEnd', 1000, 'button');
  await tap('button', 1100);
  await clicked('button');
});

test('a second tap counts after the suppression has ended', async () => {
  stop();
  await tap('button', 1000);
  await tap('button', 1100);
  await clicked('button', 'button');
});

test('a second tap within 300 ms is ignored', async () => {
  await tap('button', 1000);
  await tap('button', 1299);
  await tap('button', 1400);
  await clicked('button', 'button');
});
