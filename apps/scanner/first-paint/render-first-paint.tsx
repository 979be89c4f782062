import { createFakeAuthSession } from '@scantix/auth-session/testing';
import { createSpeaker } from '@scantix/feedback';
import { createTranslator } from '@scantix/i18n';
import { createFakeLanguageEnvironment } from '@scantix/i18n/testing';
import { createTheme } from '@scantix/theme';
import { createFakeRoot, createFakeStorage, createFakeSystemPreference } from '@scantix/theme/testing';
import { Frame, Mark, ShellChrome } from '@scantix/ui-shell/react';
import { createAppUpdate, createScriptUrlPolicy } from '@scantix/web-app';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES, type Language } from '../src/i18n/languages.ts';
import { loadCatalog } from '../src/i18n/load-catalog.ts';
import { createStartAtoms } from '../src/services/app-atoms.ts';
import { StartContext } from '../src/services/app-context.ts';
import type { StartServices } from '../src/services/services.ts';
import { LoginView } from '../src/views/login/login-view.tsx';

/** What stands in the page until the app has started: Sign In by its language, and `frame`. public/start.js chooses. */
export async function renderFirstPaint(): Promise<Readonly<Record<string, string>>> {
  const languages = Object.keys(LANGUAGES) as Language[];
  const signIns = languages.map(async (language) => [language, render(await signInIn(language))] as const);
  return { ...Object.fromEntries(await Promise.all(signIns)), frame: render(emptyFrame) };
}

/** Without the scripts by which React would replay a form that was sent early; public/start.js keeps that in mind. */
function render(element: ReactElement): string {
  return renderToStaticMarkup(element).replaceAll(/<script.*?<\/script>| action="javascript:[^"]*"/gs, '');
}

async function signInIn(language: Language): Promise<ReactElement> {
  const environment = createFakeLanguageEnvironment({ choice: language });
  const languages = Object.keys(LANGUAGES) as Language[];
  const translator = createTranslator({ languages, sourceLanguage: 'en', load: loadCatalog, environment });
  await translator.start();
  const theme = createTheme({
    storage: createFakeStorage(),
    root: createFakeRoot(),
    systemPreference: createFakeSystemPreference(),
  });
  const update = createAppUpdate({ policy: createScriptUrlPolicy({ name: 'scantix' }) });
  const atoms = createStartAtoms({ session: createFakeAuthSession(), theme, update });
  // Sign In reads no other service before somebody uses it.
  const services = { atoms, translator, speaker: createSpeaker() } satisfies Partial<StartServices> as StartServices;
  return (
    <StartContext value={services}>
      <Frame sessionValid={false} routeKey="/login">
        <LoginView />
      </Frame>
    </StartContext>
  );
}

/** The shell of a signed-in user, without a word that depends on user, language or configuration. */
const emptyFrame = (
  <Frame
    sessionValid
    routeKey="/"
    chrome={
      <ShellChrome
        title=""
        navigation={['1', '2', '3', '4'].map((href) => ({ href, label: '', icon: null }))}
        brand={{ mark: <Mark />, name: 'Scantix' }}
      />
    }
  >
    {null}
  </Frame>
);
