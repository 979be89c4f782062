// A component of the server: it names components of the browser, and calls what runs anywhere.
import { matchLanguage } from '@scantix/i18n';
import { Button } from '@scantix/ui-shell/react';
import { EverythingInNext } from './everything-in-next.tsx';

export default function Home() {
  return (
    <>
      <p data-testid="server">{matchLanguage(['en', 'de'], ['de-AT'])}</p>
      <Button>Rendered on the server</Button>
      <EverythingInNext />
    </>
  );
}
