import type { Burst } from '@scantix/barcode-reader/keyboard-wedge';
import { Button } from '@scantix/ui-shell/react';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';

/** Shows what a hardware scanner sends. During the test nothing is recorded. */
export function HardwareTest() {
  const i18n = useI18n();
  const { hardware } = useApp();
  const [testing, setTesting] = useState(false);
  const [burst, setBurst] = useState<Burst | null>(null);
  useEffect(() => (testing ? hardware.listen(setBurst) : undefined), [hardware, testing]);
  return (
    <div className="app-hardware">
      <Keyboard aria-hidden />
      <div className="app-hardware__words">
        <p>{i18n.t('Hardware scanner')}</p>
        <div role="status" className="app-muted">
          {!testing && i18n.t('Works everywhere. Set it to send Enter or Tab')}
          {testing && !burst && i18n.t('Scan any code now. Nothing is recorded.')}
          {testing && burst && <BurstResult burst={burst} />}
        </div>
      </div>
      <Button
        onClick={() => {
          setTesting(!testing);
          setBurst(null);
        }}
      >
        {testing ? i18n.t('End the test') : i18n.t('Test')}
      </Button>
    </div>
  );
}

function BurstResult({ burst: { text, length, slowestGapMs } }: { burst: Burst }) {
  const i18n = useI18n();
  if (text === null) {
    return `${i18n.t('Not read: scan again')}. ${i18n.t('Turn Caps Lock off and Num Lock on. Set the scanner to the layout of this keyboard.')}`;
  }
  return (
    <>
      <code className="app-mono">{visibleBarcode(text)}</code>{' '}
      {i18n.t('{count, plural, one {# character} other {# characters}}, at most {gap}\u00a0ms apart', {
        count: length,
        gap: Math.round(slowestGapMs),
      })}
    </>
  );
}
