/** Tests import stylesheets for their effect only. */
declare module '*.css';
