import type { LinkProps } from '@scantix/ui-shell/react';
import { Link } from 'react-router';

/** The router's link, with the props of a link of ui-shell. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
