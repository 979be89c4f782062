import { type Subject, showCamera } from './subject.ts';

/** The camera without a reader: the least cost of any subject. */
export const cameraAlone: Subject = async (host) => void (await showCamera(host));
