/** Dark or light: the choice, the document class and the design tokens. */
export interface Theme {
  readonly name: 'theme';
}

export function createTheme(): Theme {
  return { name: 'theme' };
}
