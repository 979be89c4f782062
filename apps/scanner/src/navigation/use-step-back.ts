import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Where there is nothing to go back to, nothing tells that the step has ended. */
const STEP_LIMIT_MS = 1_000;

let underWay: Promise<unknown> = Promise.resolve();

/** Returns a function that goes one step back in the history. The browser takes the step in a later task. */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    underWay = new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
      setTimeout(resolve, STEP_LIMIT_MS);
    });
    void navigate(-1);
  }, [navigate]);
}

/** Resolves when no step back is under way: an address that is set before would be left by it. */
export const untilSteppedBack = () => underWay;
