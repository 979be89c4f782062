import type { ScannerHint } from '@scantix/barcode-reader';
import { Flashlight, Focus, Hand, Keyboard, type LucideIcon, RotateCw, ZoomIn } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';

const HINTS: Record<Exclude<ScannerHint, 'zoom-in'>, { words: string; icon: LucideIcon }> = {
  centre: { words: /*i18n*/ 'Centre the code', icon: Focus },
  'move-closer': { words: /*i18n*/ 'Move closer', icon: ZoomIn },
  'turn-on-light': { words: /*i18n*/ 'Turn on the light', icon: Flashlight },
  'hold-still': { words: /*i18n*/ 'Hold still', icon: Hand },
  tilt: { words: /*i18n*/ 'Tilt slightly', icon: RotateCw },
  'type-the-code': { words: /*i18n*/ 'Type the code', icon: Keyboard },
};

/** A hint for a better picture. If the lens can zoom, the hint is a button that does it. */
export function HintPill({ hint, onZoomIn }: { hint: ScannerHint; onZoomIn: () => void }) {
  const i18n = useI18n();
  if (hint === 'zoom-in') {
    return (
      <button type="button" className="app-hint" onClick={onZoomIn}>
        <ZoomIn aria-hidden />
        {i18n.t('Zoom in 2×')}
      </button>
    );
  }
  const { words, icon: Icon } = HINTS[hint];
  return (
    <p className="app-hint" role="status">
      <Icon aria-hidden />
      {i18n.t(words)}
    </p>
  );
}
