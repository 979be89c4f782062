import { type ComponentPropsWithRef, type ComponentType, createContext, type ReactNode, use } from 'react';

/** What every link of the shell is given: the attributes of an anchor, with its address. */
export type LinkProps = ComponentPropsWithRef<'a'> & { href: string };

/** A router's link in the shape of an anchor. */
export type LinkComponent = ComponentType<LinkProps>;

const LinkContext = createContext<LinkComponent>((props) => <a {...props} />);

/** Makes all links below it go through the app's router. */
export function LinkProvider({ component, children }: { component: LinkComponent; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** An anchor, or the router's link where a {@link LinkProvider} stands above. */
export function Link(props: LinkProps) {
  const Component = use(LinkContext);
  return <Component {...props} />;
}
