import type { EngineWindow } from './engine.ts';

/** What one input device does, as both WebDriver protocols of W3C spell it. */
export type InputActions = readonly [
  { readonly type: 'key' | 'pointer'; readonly id: string; readonly actions: readonly object[] },
];

/** Mouse and keyboard over a protocol's call for actions. */
export function createInput(
  perform: (actions: InputActions) => Promise<void>,
): Pick<EngineWindow, 'clickAt' | 'press'> {
  const act = (type: 'key' | 'pointer', actions: readonly object[]) => perform([{ type, id: type, actions }]);
  return {
    clickAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    press: (text) =>
      act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
  };
}
