import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { useLiveReports } from './use-live-reports.ts';

const view = vi.hoisted(() => {
  vi.resetModules();
  return { unmount: () => {}, read: vi.fn(async () => {}), events: new TransformStream<Uint8Array, Uint8Array>() };
});
afterAll(() => void vi.resetModules());
afterEach(() => void vi.useRealTimers());
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect(effect: () => () => void) {
    view.unmount = effect();
  },
}));
vi.mock('@tanstack/react-query', () => ({ useQueryClient: () => ({ invalidateQueries: view.read }) }));
vi.mock('../../services/app-context.ts', () => ({
  useApp: () => ({
    configuration: { apiBaseUrl: 'https://scan.example' },
    session: { fetchWithSession: async () => new Response(view.events.readable) },
  }),
}));

test('figures that rest 10 s after each read are read twice for 20 events in 10 s: for the first and the last', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const writer = view.events.writable.getWriter();
  const tell = async () => {
    await writer.write(new TextEncoder().encode('data: changed\n\n'));
    // Streams pass an event on in tasks of their own.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const listen = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const leave = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  useLiveReports(10_000);
  for (let event = 0; event < 20; event += 1) {
    await tell();
    expect(view.read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(500);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(view.read).toHaveBeenCalledTimes(2);
  await tell();
  await tell();
  expect(view.read).toHaveBeenCalledTimes(3);
  // A screen shows Reports all day: of the rests only the present one waits for its end.
  const rests = ({ mock }: typeof listen | typeof leave) =>
    mock.calls.filter(([, end]) => `${end}`.includes('clearTimeout'));
  expect(rests(listen)).toHaveLength(3);
  expect(rests(leave)).toHaveLength(2);
  view.unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(view.read).toHaveBeenCalledTimes(3);
});
