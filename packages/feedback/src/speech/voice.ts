/** What speaks. */
export interface Voice {
  /**
   * Speaks a text in a language (BCP 47), in place of the one before.
   * @returns whether there is a voice for the language
   */
  speak(text: string, language: string): boolean;
  /** Stops speaking. */
  stop(): void;
}
