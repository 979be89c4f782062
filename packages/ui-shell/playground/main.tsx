import { createTheme } from '@scantix/theme';
import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Playground } from './playground.tsx';

const theme = createTheme();
theme.start();

function Main() {
  const state = useSyncExternalStore(theme.subscribe, theme.getSnapshot);
  return <Playground theme={state.theme} onToggleTheme={theme.toggle} />;
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <Main />
  </StrictMode>,
);
