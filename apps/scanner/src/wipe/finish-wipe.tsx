import { createFeatureFlags } from '@scantix/feature-flags';
import type { Root } from 'react-dom/client';
import type { AppConfiguration } from '../configuration/app-configuration.ts';
import { createAppTranslator } from '../start-translator.ts';
import { carryOutWipe } from './carry-out-wipe.ts';
import { reportCarriedOut } from './report-wipe.ts';
import { noteWipe } from './wipe-note.ts';
import { WipedPage } from './wiped-page.tsx';

/** Carries out the wipe of this device in a page in which nothing else runs, and shows what it did and why. */
export async function finishWipe(root: Root, { featureFlags, apiBaseUrl }: AppConfiguration): Promise<void> {
  window.history.replaceState(null, '', '/login');
  const translator = createAppTranslator(createFeatureFlags({ values: featureFlags }));
  await translator.start();
  const show = (page: Parameters<typeof WipedPage>[0]['page']) =>
    root.render(<WipedPage translator={translator} page={page} />);
  const report = () => void reportCarriedOut(apiBaseUrl).catch(() => {});
  show({ kind: 'wiping' });
  try {
    const done = await carryOutWipe();
    if (!done) return window.location.replace('/login');
    show({
      kind: 'wiped',
      isOrdered: done.order !== undefined,
      kept: done.kept ?? 0,
      onLeave() {
        noteWipe(null);
        window.location.replace('/login');
      },
    });
  } catch (error) {
    show({ kind: 'failed', error, onRetry: () => window.location.reload() });
  }
  report();
  window.addEventListener('online', report);
}
