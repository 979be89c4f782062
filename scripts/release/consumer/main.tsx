// Another team's app: it knows the two packages by their READMEs and nothing else of Scantix.
import { createAuthSession } from '@scantix/auth-session';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import { createDeviceIdentity } from '@scantix/device-id';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const deviceIdentity = createDeviceIdentity();
const session = createAuthSession({ baseUrl: '/', deviceIdentity });
const { sessionAtom, userAtom, loginAtom, logoutAtom } = createAuthSessionAtoms(session);

function App() {
  const state = useAtomValue(sessionAtom);
  if (state.status === 'restoring') return <p>One moment</p>;
  return state.status === 'signed-in' ? <SignedIn /> : <SignIn />;
}

function SignIn() {
  const login = useSetAtom(loginAtom);
  const [message, setMessage] = useState('');
  const submit = async (form: FormData) => {
    const [clerk, password] = [String(form.get('clerk')), String(form.get('password'))];
    const outcome = await login({ clerk, password, rememberMe: false });
    if (!outcome.ok) setMessage(outcome.message);
  };
  return (
    <form action={submit}>
      <label>
        Username <input name="clerk" autoComplete="username" />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" />
      </label>
      <button type="submit">Sign In</button>
      <p role="alert">{message}</p>
    </form>
  );
}

function SignedIn() {
  const user = useAtomValue(userAtom);
  const logout = useSetAtom(logoutAtom);
  const [status, setStatus] = useState(0);
  useEffect(() => {
    void session.fetchWithSession('/config/v0/scanner').then((response) => setStatus(response.status));
  }, []);
  return (
    <>
      <p>Signed in as {user?.clerk}</p>
      {status > 0 && <output data-testid="configuration">{status}</output>}
      <button type="button" onClick={() => logout()}>
        Sign Out
      </button>
    </>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<App />);
deviceIdentity.start();
void session.start();
