import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { ErrorReporter } from '../index.ts';

/** The properties of a fallback. */
export interface ErrorFallbackProps {
  readonly error: unknown;
  /** Renders the children again. */
  readonly reset: () => void;
}

/** The properties of {@link ErrorBoundary}. */
export interface ErrorBoundaryProps {
  /** Gets what the children throw. */
  readonly reporter: Pick<ErrorReporter, 'capture'>;
  /** Shown in place of children that could not be rendered. */
  readonly fallback: (props: ErrorFallbackProps) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Reports what its children throw while they render, and shows the fallback in their place.
 *
 * @example
 * <ErrorBoundary reporter={reporter} fallback={({ reset }) => <button onClick={reset}>Try again</button>}>
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.props.reporter.capture(error, { componentStack });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback({ error: failure.error, reset: () => this.setState({ failure: null }) });
  }
}
