/** Only tests import stylesheets, for their effect. */
declare module '*.css';
