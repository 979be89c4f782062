import { createTheme, type ThemeName, type ThemeOptions } from '../index.ts';

/** The environment of a theme, and the means to change it. */
export interface ThemeEnvironment {
  /** The options of `createTheme`; the browser supplies the rest. */
  readonly options: ThemeOptions;
  /** Sets the operating system's preference; resolves when the page has been notified. */
  prefer(theme: ThemeName): Promise<void> | void;
  /** Another tab saves a text under the key `theme`, or removes it. */
  saveElsewhere(text: string | null): Promise<void> | void;
  /** The text that is saved under the key `theme`. */
  savedText(): string | null;
  /** Whether the root has the class `dark`. */
  isDark(): boolean;
}

/** Makes environments under test. */
export interface ThemeHarness {
  /** A new environment: nothing is saved, and the system prefers light. */
  open(): Promise<ThemeEnvironment> | ThemeEnvironment;
}

interface ThemeScenario {
  readonly title: string;
  run(environment: ThemeEnvironment, start: () => ReturnType<typeof createTheme>): Promise<void>;
}

/** Waits until the theme is in a state: the browser notifies the page at some later time. */
function waitFor(theme: ReturnType<typeof createTheme>, wanted: ThemeName, source: 'saved' | 'system'): Promise<void> {
  const isReached = () => theme.getSnapshot().theme === wanted && theme.getSnapshot().source === source;
  if (isReached()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = theme.subscribe(() => {
      if (!isReached()) return;
      unsubscribe();
      resolve();
    });
  });
}

function expectTheme({ isDark, savedText }: ThemeEnvironment, theme: ThemeName, saved: ThemeName | null): void {
  const [is, should] = [`${isDark() ? 'dark' : 'light'}, saved ${savedText()}`, `${theme}, saved ${saved}`];
  if (is !== should) throw new Error(`expected ${should}, got ${is}`);
}

const SCENARIOS: readonly ThemeScenario[] = [
  {
    title: 'with nothing saved the system decides, and its changes are followed without saving them',
    async run(environment, start) {
      await environment.prefer('dark');
      const theme = start();
      await waitFor(theme, 'dark', 'system');
      expectTheme(environment, 'dark', null);
      await environment.prefer('light');
      await waitFor(theme, 'light', 'system');
      expectTheme(environment, 'light', null);
    },
  },
  {
    title: 'a toggle switches the theme and saves it; the system is not followed from then on',
    async run(environment, start) {
      const theme = start();
      theme.toggle();
      expectTheme(environment, 'dark', 'dark');
      theme.set('light');
      await environment.prefer('dark');
      expectTheme(environment, 'light', 'light');
    },
  },
  {
    title: 'the next start uses the saved theme',
    async run(environment, start) {
      const before = start();
      before.set('dark');
      before.stop();
      await waitFor(start(), 'dark', 'saved');
      expectTheme(environment, 'dark', 'dark');
    },
  },
  {
    title: "another tab's choice is followed, and after its removal the system decides",
    async run(environment, start) {
      const theme = start();
      await environment.saveElsewhere('dark');
      await waitFor(theme, 'dark', 'saved');
      expectTheme(environment, 'dark', 'dark');
      await environment.saveElsewhere(null);
      await waitFor(theme, 'light', 'system');
      expectTheme(environment, 'light', null);
    },
  },
];

/**
 * What the theme relies on in its storage, root, system and other tabs, as named checks for any test runner. A check that
 * fails rejects.
 *
 * @example
 * for (const { title, run } of themeContract({ open })) test(title, run);
 */
export function themeContract({ open }: ThemeHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({
    title,
    async run() {
      const environment = await open();
      const started: ReturnType<typeof createTheme>[] = [];
      const start = () => {
        const theme = createTheme(environment.options);
        started.push(theme);
        theme.start();
        return theme;
      };
      try {
        await run(environment, start);
      } finally {
        for (const theme of started) theme.stop();
      }
    },
  }));
}
