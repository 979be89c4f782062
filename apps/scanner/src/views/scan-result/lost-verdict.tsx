import { Button } from '@scantix/ui-shell/react';
import { TriangleAlert } from 'lucide-react';

/** In a verdict's place when this device's storage cannot give the scan back: said plainly, with a way on. */
export function LostVerdict({ onNext }: { onNext: () => void }) {
  return (
    <div className="app-camera-trouble" role="alert">
      <TriangleAlert aria-hidden />
      <h2>This verdict cannot be shown</h2>
      <p>The storage of this device does not answer. Decide by eye, and reload the page before you go on.</p>
      <Button onClick={onNext}>Next</Button>
    </div>
  );
}
