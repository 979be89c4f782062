import { type ComponentPropsWithRef, type ComponentType, createContext, type ReactNode, use } from 'react';

/** The props of every link: the attributes of an anchor, with a required `href`. */
export type LinkProps = ComponentPropsWithRef<'a'> & { href: string };

/** A router's link with the props of an anchor. */
export type LinkComponent = ComponentType<LinkProps>;

const LinkContext = createContext<LinkComponent>((props) => <a {...props} />);

/** Makes all links below it use the given component, such as a router's link. */
export function LinkProvider({ component, children }: { component: LinkComponent; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** An anchor, or the component of the {@link LinkProvider} above. */
export function Link(props: LinkProps) {
  const Component = use(LinkContext);
  return <Component {...props} />;
}
