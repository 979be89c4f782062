import { ButtonLink, CornerFrame, EmptyState } from '@scantix/ui-shell/react';
import { use } from 'react';
import { useLocation } from 'react-router';
import { useI18n } from '../../hooks/use-i18n.ts';
import { AppContext } from '../../services/app-context.ts';

/** The page of an unknown path. */
export function NotFoundView() {
  const i18n = useI18n();
  const { pathname } = useLocation();
  // Without a session there is no header, whose title is the page's.
  const hasHeader = use(AppContext) !== null;
  return (
    <EmptyState
      full
      level={hasHeader ? 2 : 1}
      title={i18n.t('Nothing at this address')}
      figure={<CornerFrame>{pathname}</CornerFrame>}
      message={i18n.t('The link may be old or mistyped. Your scans are safe.')}
      actions={
        <>
          <ButtonLink href="/">{i18n.t('Home')}</ButtonLink>
          <ButtonLink href="/scanner" variant="primary">
            {i18n.t({ id: 'action.scan', message: 'Scan' })}
          </ButtonLink>
        </>
      }
    />
  );
}
