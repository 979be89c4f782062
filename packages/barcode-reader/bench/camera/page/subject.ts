/** A way of reading codes from a camera: shows it in `host` and calls `onRead` as often as it calls its user. */
export type Subject = (host: HTMLElement, onRead: (text: string) => void) => Promise<void>;

/** What every subject asks the browser for. */
export const wantedVideo: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  facingMode: { ideal: 'environment' },
};

/** A video element that shows the camera, for subjects that bring none. */
export async function showCamera(host: HTMLElement): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true });
  host.append(video);
  video.srcObject = await navigator.mediaDevices.getUserMedia({ audio: false, video: wantedVideo });
  await video.play();
  return video;
}
