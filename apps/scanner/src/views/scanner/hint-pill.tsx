import type { ScannerHint } from '@scantix/barcode-reader';
import { Flashlight, Focus, Hand, Keyboard, type LucideIcon, RotateCw, ZoomIn as ZoomInIcon } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';

const HINTS: Record<Exclude<ScannerHint, 'zoom-in'>, { words: string; icon: LucideIcon }> = {
  centre: { words: /*i18n*/ 'Centre the code', icon: Focus },
  'move-closer': { words: /*i18n*/ 'Move closer', icon: ZoomInIcon },
  'turn-on-light': { words: /*i18n*/ 'Turn on the light', icon: Flashlight },
  'hold-still': { words: /*i18n*/ 'Hold still', icon: Hand },
  tilt: { words: /*i18n*/ 'Tilt slightly', icon: RotateCw },
  'type-the-code': { words: /*i18n*/ 'Type the code', icon: Keyboard },
};

/** The words of a hint for a better picture. */
export function Hint({ hint }: { hint: keyof typeof HINTS }) {
  const i18n = useI18n();
  const { words, icon: Icon } = HINTS[hint];
  return (
    <>
      <Icon aria-hidden />
      {i18n.t(words)}
    </>
  );
}

/** The hint for a code far away from a lens that can zoom: a button that does it. */
export function ZoomIn({ onPress }: { onPress: () => void }) {
  const i18n = useI18n();
  return (
    <button type="button" className="app-hint" onClick={onPress}>
      <ZoomInIcon aria-hidden />
      {i18n.t('Zoom in 2×')}
    </button>
  );
}
