import { ButtonLink, CornerFrame, EmptyState } from '@scantix/ui-shell/react';
import { useLocation } from 'react-router';
import { useI18n } from '../../hooks/use-i18n.ts';

/** The page of an unknown path. */
export function NotFoundView() {
  const i18n = useI18n();
  const { pathname } = useLocation();
  return (
    <EmptyState
      full
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
