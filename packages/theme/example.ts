import { createTheme } from '@scantix/theme';
import '@scantix/theme/tokens.css';

const theme = createTheme();
theme.subscribe(() => console.log(theme.getSnapshot()));
theme.start(); // the saved choice, else the operating system's
theme.set('dark'); // { theme: 'dark', source: 'saved' }
theme.toggle(); // { theme: 'light', source: 'saved' }
theme.stop();
