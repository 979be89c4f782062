/** What speaks. */
export interface Voice {
  /**
   * Speaks a text in a language (BCP 47), in place of the one before.
   * @returns whether it is spoken: not without a voice for the language, and not after a later text or a stop
   */
  speak(text: string, language: string): Promise<boolean>;
  /** Stops speaking. */
  stop(): void;
}
