/** A reader of codes from a camera: shows the camera in `host`, and calls `onRead` whenever it would call its user. */
export type Subject = (host: HTMLElement, onRead: (text: string) => void) => Promise<void>;

/** The constraints of every subject. */
export const wantedVideo: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  facingMode: { ideal: 'environment' },
};

/** A video element that shows the camera, for subjects without their own. */
export async function showCamera(host: HTMLElement): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true });
  host.append(video);
  video.srcObject = await navigator.mediaDevices.getUserMedia({ audio: false, video: wantedVideo });
  await video.play();
  return video;
}
