import type { LinkProps } from '@scantix/ui-shell/react';
import type { MouseEvent } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';

/**
 * A link that navigates without loading the page, as React Router's `Link` does, which Sign In would load with 2 KB of
 * forms and data routers (docs/decisions/0007). A new tab and a modified click stay with the browser.
 */
export function RouterLink({ href, onClick, ...rest }: LinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    // A second click on the same link adds nothing to the history.
    void navigate(href, { replace: createPath(location) === href });
  }
  return <a href={href} {...rest} onClick={follow} />;
}
