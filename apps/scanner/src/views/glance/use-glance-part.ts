import { createPart, usePart } from '../../hooks/use-part.ts';

const GLANCE = createPart(() => import('./glance.tsx'));

/** The views of Glance, once they have loaded; `null` before, and where Glance is off. */
export function useGlancePart(isOn: boolean) {
  const { value } = usePart(GLANCE, isOn);
  return isOn ? value : null;
}
