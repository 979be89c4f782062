/** The end of a device's identifier, which tells the devices of an event apart: the beginning is that of its model. */
export const shortDevice = (id: string): string => id.slice(-6);
