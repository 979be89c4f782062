import { useAtom } from 'jotai';
import { useCallback, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { withinView } from '../navigation/view-key.ts';
import { useApp } from '../services/app-context.ts';

interface Glance {
  /** Whether verdicts take the whole screen. */
  readonly isOn: boolean;
  readonly leave: () => void;
}

/** The view for a tablet at a gate, a preference of the device. */
export function useGlance(): Glance {
  const [isOn, choose] = useAtom(useApp().atoms.glanceAtom);
  const leave = useCallback(() => choose(false), [choose]);
  return { isOn, leave };
}

/**
 * `/scanner?view=glance` turns it on. The query goes from the address at once: a tab that kept it would turn Glance on again
 * after Settings, of this tab or another, have turned it off.
 */
export function useAskedGlance(): void {
  const [, choose] = useAtom(useApp().atoms.glanceAtom);
  const location = useLocation();
  const navigate = useNavigate();
  const isAsked = isScannerPath(location.pathname) && new URLSearchParams(location.search).get('view') === 'glance';
  // Before the first paint, which has the header otherwise.
  useLayoutEffect(() => {
    if (!isAsked) return;
    choose(true, false);
    void navigate(location.pathname, { replace: true, state: withinView(location) });
  }, [choose, isAsked, location, navigate]);
}
