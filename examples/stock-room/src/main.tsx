import { followUser } from '@scantix/auth-session';
import '@scantix/barcode-reader/styles.css';
import '@scantix/theme/tokens.css';
import '@scantix/ui-shell/styles.css';
import { createRoot } from 'react-dom/client';
import { analytics } from './analytics.ts';
import { App, theme } from './app.tsx';
import { session } from './session.ts';
import './styles.css';

theme.start();
analytics.start();
analytics.logPageView({ page: 'Bins', url: location.pathname });
followUser(session, (user) => (user ? analytics.setUser(user) : analytics.clearUser()));
void session.start();
createRoot(document.querySelector('#root') as Element).render(<App />);
