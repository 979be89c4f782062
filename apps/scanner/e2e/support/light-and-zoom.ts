/** Adds a torch and a zoom to the tracks of Chromium's fake camera. Each track begins without light and at 1×, as on a phone. */
export function giveTheCameraLightAndZoom(): void {
  const { getCapabilities, getSettings, applyConstraints } = MediaStreamTrack.prototype;
  const lenses = new WeakMap<MediaStreamTrack, { torch: boolean; zoom: number }>();
  const lensOf = (track: MediaStreamTrack) => lenses.get(track) ?? { torch: false, zoom: 1 };
  Object.assign(MediaStreamTrack.prototype, {
    getCapabilities(this: MediaStreamTrack) {
      return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 8, step: 0.1 } };
    },
    getSettings(this: MediaStreamTrack) {
      return { ...getSettings.call(this), ...lensOf(this) };
    },
    async applyConstraints(this: MediaStreamTrack, constraints: MediaTrackConstraints = {}) {
      type Lens = Partial<ReturnType<typeof lensOf>>;
      for (const { torch, zoom, ...rest } of (constraints.advanced ?? []) as Lens[]) {
        const now = lensOf(this);
        lenses.set(this, { torch: torch ?? now.torch, zoom: zoom ?? now.zoom });
        await applyConstraints.call(this, { advanced: [rest] });
      }
    },
  });
}
