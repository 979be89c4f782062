// The hooks, the form and the atoms in an app with React 18.
import { useSession } from '@scantix/auth-session/hooks';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import { SignInForm } from '@scantix/auth-session/sign-in-form';
import { createFakeAuthSession } from '@scantix/auth-session/testing';
import { useDeviceInformation } from '@scantix/device-id/hooks';
import { createDeviceIdentityAtoms } from '@scantix/device-id/react';
import { createFakeDeviceIdentity } from '@scantix/device-id/testing';
import { createElement, version } from 'react';
import { renderToString } from 'react-dom/server';

console.error = (...message) => {
  throw new Error(`React ${version} complains: ${message.join(' ')}`);
};

const session = createFakeAuthSession();
const identity = createFakeDeviceIdentity();

function App() {
  const { status } = useSession(session);
  const { information } = useDeviceInformation(identity);
  return createElement('main', null, status, information?.deviceString, createElement(SignInForm, { session }));
}

const page = renderToString(createElement(App));
for (const part of ['restoring', '<form', 'Username'])
  if (!page.includes(part)) throw new Error(`React ${version} renders no ${part}: ${page}`);
for (const create of [createAuthSessionAtoms, createDeviceIdentityAtoms])
  if (typeof create !== 'function') throw new Error('The atoms are missing.');
