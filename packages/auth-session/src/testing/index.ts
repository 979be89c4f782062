export { createAuthSession as createFakeAuthSession } from '../index.ts';
