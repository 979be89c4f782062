import { createAppUpdate, createInstallPrompt, requestPersistentStorage } from '@scantix/web-app';

const install = createInstallPrompt();
install.subscribe(() => console.log(install.getSnapshot())); // 'prompt': offer a button that calls install.show()
install.start();

console.log(await requestPersistentStorage()); // whether the browser keeps the stored data when disk space is low

const update = createAppUpdate({ scriptUrl: '/service-worker.js' });
update.subscribe(() => console.log(update.getSnapshot())); // 'ready': offer a button that calls update.apply()
await update.start(); // registers the service worker; a device's first one once the page has settled
