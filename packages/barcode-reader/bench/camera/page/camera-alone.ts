import { type Subject, showCamera } from './subject.ts';

/** The camera on the screen and nobody who reads: what any subject costs at least. */
export const cameraAlone: Subject = async (host) => void (await showCamera(host));
