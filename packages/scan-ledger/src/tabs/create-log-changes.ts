import type { TabChannel } from './create-tab-channel.ts';

/** The scans of a change, and how many more wait, where that is known without counting. */
export interface LogChange {
  readonly ids: readonly string[];
  readonly waiting?: number | undefined;
}

/** Announces changes of the log in this tab and to the other tabs. */
export interface LogChanges {
  /** The log changed in this tab. */
  changed(ids: string[]): void;
  /** One scan changed in this tab, and so many more wait: nobody needs to count. */
  counted(id: string, waiting: number): void;
}

/** @param onChange called for each change made in this tab */
export function createLogChanges(tabs: Pick<TabChannel, 'post'>, onChange: (change: LogChange) => void): LogChanges {
  return {
    changed(ids) {
      onChange({ ids });
      tabs.post({ changed: ids });
    },
    counted(id, waiting) {
      onChange({ ids: [id], waiting });
      tabs.post({ changed: [id], waiting });
    },
  };
}
