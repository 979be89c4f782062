export { createFakeAppPage, type FakeAppPage } from './create-fake-app-page.ts';
export {
  createFakeServiceWorkers,
  type FakeRegistration,
  type FakeServiceWorkers,
  type FakeWorker,
} from './create-fake-service-workers.ts';
