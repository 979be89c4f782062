import type { LinkProps } from '@scantix/ui-shell/react';
import { Link } from 'react-router';

/** The router's link in the shape that the shell gives its links. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
