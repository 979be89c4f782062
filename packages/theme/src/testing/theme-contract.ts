import { createTheme, type ThemeName, type ThemeOptions } from '../index.ts';

/** What a theme lives in, and a hand on it. */
export interface ThemeSurroundings {
  /** What `createTheme` is given; whatever is missing is the browser's own. */
  readonly options: ThemeOptions;
  /** Turns the operating system's preference; done when the page has been told. */
  prefer(theme: ThemeName): Promise<void> | void;
  /** Another tab saves a text under the key `theme`, or removes it. */
  saveElsewhere(text: string | null): Promise<void> | void;
  /** The text that is saved under the key `theme`. */
  savedText(): string | null;
  /** Whether the root carries the class `dark`. */
  isDark(): boolean;
}

/** Surroundings under test. */
export interface ThemeHarness {
  /** New surroundings: nothing is saved, and the system prefers light. */
  open(): Promise<ThemeSurroundings> | ThemeSurroundings;
}

interface ThemeScenario {
  readonly title: string;
  run(surroundings: ThemeSurroundings, start: () => ReturnType<typeof createTheme>): Promise<void>;
}

/** Waits until the theme has come to a state: the browser tells of a change when it pleases. */
function reach(theme: ReturnType<typeof createTheme>, wanted: ThemeName, source: 'saved' | 'system'): Promise<void> {
  const isThere = () => theme.getSnapshot().theme === wanted && theme.getSnapshot().source === source;
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = theme.subscribe(() => {
      if (!isThere()) return;
      leave();
      resolve();
    });
  });
}

function expectLook({ isDark, savedText }: ThemeSurroundings, look: ThemeName, saved: ThemeName | null): void {
  const [is, should] = [`${isDark() ? 'dark' : 'light'}, saved ${savedText()}`, `${look}, saved ${saved}`];
  if (is !== should) throw new Error(`expected ${should}, got ${is}`);
}

const SCENARIOS: readonly ThemeScenario[] = [
  {
    title: 'with nothing saved the system decides, and its changes are followed without saving them',
    async run(surroundings, start) {
      await surroundings.prefer('dark');
      const theme = start();
      await reach(theme, 'dark', 'system');
      expectLook(surroundings, 'dark', null);
      await surroundings.prefer('light');
      await reach(theme, 'light', 'system');
      expectLook(surroundings, 'light', null);
    },
  },
  {
    title: 'a toggle flips the look and saves it; the system is not followed from then on',
    async run(surroundings, start) {
      const theme = start();
      theme.toggle();
      expectLook(surroundings, 'dark', 'dark');
      theme.set('light');
      await surroundings.prefer('dark');
      expectLook(surroundings, 'light', 'light');
    },
  },
  {
    title: 'the next start uses the saved look',
    async run(surroundings, start) {
      const before = start();
      before.set('dark');
      before.stop();
      await reach(start(), 'dark', 'saved');
      expectLook(surroundings, 'dark', 'dark');
    },
  },
  {
    title: "another tab's choice is followed, and its removal gives the decision back to the system",
    async run(surroundings, start) {
      const theme = start();
      await surroundings.saveElsewhere('dark');
      await reach(theme, 'dark', 'saved');
      expectLook(surroundings, 'dark', 'dark');
      await surroundings.saveElsewhere(null);
      await reach(theme, 'light', 'system');
      expectLook(surroundings, 'light', null);
    },
  },
];

/**
 * What the theme relies on in its storage, root, system and other tabs, as named checks for any test runner.
 *
 * @example
 * for (const { title, run } of themeContract({ open })) test(title, run);
 */
export function themeContract({ open }: ThemeHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({
    title,
    async run() {
      const surroundings = await open();
      const started: ReturnType<typeof createTheme>[] = [];
      const start = () => {
        const theme = createTheme(surroundings.options);
        started.push(theme);
        theme.start();
        return theme;
      };
      try {
        await run(surroundings, start);
      } finally {
        for (const theme of started) theme.stop();
      }
    },
  }));
}
