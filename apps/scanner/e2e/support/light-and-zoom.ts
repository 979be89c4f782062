/** Adds a torch and a zoom to the tracks of Chromium's fake camera. */
export function giveTheCameraLightAndZoom(): void {
  const { getCapabilities, getSettings, applyConstraints } = MediaStreamTrack.prototype;
  const lens = { torch: false, zoom: 1 };
  Object.assign(MediaStreamTrack.prototype, {
    getCapabilities(this: MediaStreamTrack) {
      return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 8, step: 0.1 } };
    },
    getSettings(this: MediaStreamTrack) {
      return { ...getSettings.call(this), ...lens };
    },
    async applyConstraints(this: MediaStreamTrack, constraints: MediaTrackConstraints = {}) {
      for (const { torch, zoom, ...rest } of (constraints.advanced ?? []) as (typeof lens)[]) {
        if (torch !== undefined) lens.torch = torch;
        if (zoom !== undefined) lens.zoom = zoom;
        await applyConstraints.call(this, { advanced: [rest] });
      }
    },
  });
}
