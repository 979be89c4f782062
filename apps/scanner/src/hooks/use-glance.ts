import { useAtom } from 'jotai';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { useApp } from '../services/app-context.ts';

interface Glance {
  /** Whether verdicts take the whole screen. */
  readonly isOn: boolean;
  readonly leave: () => void;
}

/** The view for a tablet at a gate. `/scanner?view=glance` turns it on, and the device remembers that. */
export function useGlance(): Glance {
  const { atoms } = useApp();
  const [isChosen, choose] = useAtom(atoms.glanceAtom);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAsked = isScannerPath(pathname) && new URLSearchParams(search).get('view') === 'glance';
  useEffect(() => {
    if (isAsked && !isChosen) choose(true, false);
  }, [choose, isAsked, isChosen]);
  const leave = useCallback(() => {
    choose(false);
    if (isAsked) void navigate('/scanner', { replace: true });
  }, [choose, isAsked, navigate]);
  return { isOn: isChosen || isAsked, leave };
}
