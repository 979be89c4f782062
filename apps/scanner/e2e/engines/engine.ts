/** A window of a browser that is not Chromium. Each engine has one file that opens it. */
export interface EngineWindow {
  /** The browser and its version, such as `WebKitGTK 2.50.6`. */
  readonly version: string;
  /** Opens an address, as if it were typed into the address bar. */
  open(address: string): Promise<void>;
  /** Runs the body of an async function in the page. Resolves with what it returns, as JSON. */
  run<T = void>(body: string): Promise<T>;
  /** Clicks a point of the viewport, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses the keys of a text, one after the other. */
  press(text: string): Promise<void>;
  /** Gives the viewport another size, in CSS pixels, where the engine can. */
  readonly resize?: (width: number, height: number) => Promise<void>;
  /** The viewport as PNG. */
  picture(): Promise<Buffer>;
  /** Ends the browser and deletes its profile. */
  close(): Promise<void>;
}

export interface EngineSettings {
  /** The size of text alone, in per cent, as the system asks for it. Firefox only. @default 100 */
  readonly textScale?: number;
}

/** Opens a browser with an empty profile, the size of a phone as far as it allows. */
export type OpenEngine = (settings: EngineSettings) => Promise<EngineWindow>;
