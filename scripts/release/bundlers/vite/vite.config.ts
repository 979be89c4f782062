/** The worker's format is the one setting that a package asks for. JSX is read as React 17 and later write it. */
export default { worker: { format: 'es' }, oxc: { jsx: { runtime: 'automatic' } } };
