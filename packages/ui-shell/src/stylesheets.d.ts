/** Stylesheets are imported for their effect only, by tests; the bundler sees to the rest. */
declare module '*.css';
