/** What an update needs of the page. */
export interface AppPage {
  /** Resolves after the page's `load` event. */
  whenLoaded(): Promise<void>;
  isVisible(): boolean;
  /** @returns a function that removes the listener */
  onVisibilityChange(listener: () => void): () => void;
  /**
   * Calls `listener` when a dynamic import fails, as Vite reports it (`vite:preloadError`).
   * @returns a function that removes the listener
   */
  onPreloadError(listener: () => void): () => void;
  reload(): void;
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Calls `task` every `intervalMs`.
   * @returns a function that stops the calls
   */
  every(intervalMs: number, task: () => void): () => void;
}
