'use client';

export { ErrorBoundary, type ErrorBoundaryProps, type ErrorFallbackProps } from './error-boundary.tsx';
