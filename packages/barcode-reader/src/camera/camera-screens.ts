import type { CameraScreen } from './camera-ports.ts';

/** The video elements that show the camera: all of them show one stream, or nothing. */
export function createCameraScreens() {
  const screens = new Set<CameraScreen>();
  let shown: MediaStream | null = null;

  function update(screen: CameraScreen) {
    if (screen.srcObject === shown) return;
    screen.srcObject = shown;
    if (!shown) return;
    screen.muted = true;
    screen.playsInline = true;
    play(screen);
  }

  return {
    /** Shows this stream in every screen, those attached later included; `null` shows nothing. */
    show(stream: MediaStream | null): void {
      shown = stream;
      for (const screen of screens) update(screen);
    },
    /** Plays again: a browser that paused a video in the background does not resume it. */
    resume(): void {
      for (const screen of screens) play(screen);
    },
    /** Adds a screen. @returns a function that removes it */
    attach(screen: CameraScreen): () => void {
      screens.add(screen);
      update(screen);
      return () => {
        screens.delete(screen);
        screen.srcObject = null;
      };
    },
  };
}

function play(screen: CameraScreen) {
  // `play` rejects when the element leaves the page meanwhile; the next `attach` plays again.
  screen.play().catch(() => {});
}
