import type { Translator } from '@scantix/i18n';
import { useI18n } from '@scantix/i18n/react';
import { Button, ErrorPage, Mark } from '@scantix/ui-shell/react';
import { Eraser } from 'lucide-react';
import { useEffect } from 'react';

/** What the page shows. */
type Page =
  | { readonly kind: 'wiping' }
  | { readonly kind: 'wiped'; readonly isOrdered: boolean; readonly kept: number; readonly onLeave: () => void }
  | { readonly kind: 'failed'; readonly error: unknown; readonly onRetry: () => void };

/** The page in place of Login while this device is wiped, and until somebody has read that it was. */
export function WipedPage({ translator, page }: { translator: Translator<string>; page: Page }) {
  const i18n = useI18n(translator);
  useEffect(() => {
    document.title = i18n.t('Sign In');
  }, [i18n]);
  const shared = { brand: { mark: <Mark />, name: 'Scantix' }, figure: <Eraser /> };
  if (page.kind === 'wiping') {
    return <ErrorPage {...shared} title={i18n.t('This device is being wiped…')} />;
  }
  if (page.kind === 'failed') {
    const { error, onRetry } = page;
    return (
      <ErrorPage
        {...shared}
        title={i18n.t('This device is not wiped yet')}
        message={i18n.t('The storage of the browser failed. You are signed out.')}
        details={error instanceof Error ? error.message : String(error)}
        actions={
          <Button variant="primary" onClick={onRetry}>
            {i18n.t('Try again')}
          </Button>
        }
      />
    );
  }
  const { isOrdered, kept, onLeave } = page;
  return (
    <ErrorPage
      {...shared}
      title={i18n.t('This device was wiped')}
      message={
        <span role="alert">
          {isOrdered
            ? i18n.t('Whoever manages your devices has ordered it. You are signed out.')
            : i18n.t('You are signed out.')}{' '}
          {i18n.t('Tickets, the log of scans, sessions, keys, saved pages and preferences are deleted.')}
        </span>
      }
      note={
        kept > 0 &&
        i18n.t(
          '{count, plural, one {# scan was not sent. It stays here, encrypted,} other {# scans were not sent. They stay here, encrypted,}} until someone from your team signs in.',
          { count: kept },
        )
      }
      actions={
        <Button variant="primary" onClick={onLeave}>
          {i18n.t('Sign In')}
        </Button>
      }
    />
  );
}
