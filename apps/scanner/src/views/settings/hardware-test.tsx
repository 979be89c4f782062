import type { Burst } from '@scantix/barcode-reader/keyboard-wedge';
import { Button } from '@scantix/ui-shell/react';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';

/** Shows what a hardware scanner sends; while it tests, nothing is recorded. */
export function HardwareTest() {
  const i18n = useI18n();
  const { hardware } = useApp();
  const [testing, setTesting] = useState(false);
  const [heard, setHeard] = useState<Burst | null>(null);
  useEffect(() => (testing ? hardware.listen(setHeard) : undefined), [hardware, testing]);
  return (
    <div className="app-hardware">
      <Keyboard aria-hidden />
      <div className="app-hardware__words">
        <p>{i18n.t('Hardware scanner')}</p>
        <div role="status" className="app-muted">
          {!testing && i18n.t('Works on every view, as a keyboard that ends with Enter or Tab.')}
          {testing && !heard && i18n.t('Scan any code now. Nothing is recorded.')}
          {testing && heard && <Heard burst={heard} />}
        </div>
      </div>
      <Button
        onClick={() => {
          setTesting(!testing);
          setHeard(null);
        }}
      >
        {testing ? i18n.t('End the test') : i18n.t('Test')}
      </Button>
    </div>
  );
}

function Heard({ burst: { text, length, slowestGapMs } }: { burst: Burst }) {
  const i18n = useI18n();
  if (text === null) {
    return i18n.t('The scanner sent keys that are no characters. Set it to the layout of this keyboard.');
  }
  return (
    <>
      <code className="app-mono">{visibleBarcode(text)}</code>{' '}
      {i18n.t('{count, plural, one {# character} other {# characters}}, at most {gap} ms apart', {
        count: length,
        gap: Math.round(slowestGapMs),
      })}
    </>
  );
}
