import { DEMO_CLERK, typeCode } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { readStorage } from './support/visit.ts';

const WITH_LANGUAGES = { FEATURE_FLAGS: { ENABLE_MULTI_LANGUAGE: true } };

test('a German browser starts in German, and every view up to a verdict speaks it', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 401 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
  const { page } = await visit({ config: WITH_LANGUAGES, locale: 'de-AT' });
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
  await expect(page).toHaveTitle('Anmelden');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Geben Sie Ihren Benutzernamen ein.')).toBeVisible();
  await page.getByLabel('Benutzername').fill(DEMO_CLERK.username);
  await page.getByLabel('Passwort').fill('wrong');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Benutzername oder Passwort ist falsch. Bitte versuchen Sie es erneut.',
  );
  await page.getByLabel('Passwort').fill(DEMO_CLERK.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();

  const navigation = page.getByRole('navigation', { name: 'Hauptnavigation' });
  await expect(navigation.getByRole('link')).toHaveText(['Start', 'Scanner', 'Berichte', 'Einstellungen']);
  await navigation.getByRole('link', { name: 'Scanner' }).click();
  await page.getByRole('button', { name: 'Code eintippen' }).click();
  await page.getByRole('textbox', { name: 'Barcode' }).fill('nobody-knows-this');
  await page.getByRole('button', { name: 'Code prüfen' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /^Abgelehnt/ })).toContainText('Kein Ticket für dieses Event');
  await expect(page).toHaveTitle('Scan-Ergebnis');
});

test('[9.8] another language is chosen in Settings, applies at once and outlives a reload', async ({ visit }) => {
  const { page } = await visit({ config: WITH_LANGUAGES, locale: 'en-US', signedIn: true, path: '/settings' });
  const catalogs: string[] = [];
  page.on('request', (request) => {
    const [, language] = /\/assets\/(de|es|fr)-[^/]+\.js$/.exec(request.url()) ?? [];
    if (language) catalogs.push(language);
  });
  await expect(page).toHaveTitle('Settings');
  const sounds = page.getByRole('switch', { name: 'Sounds' });
  await sounds.uncheck();
  const timeOrigin = await page.evaluate(() => performance.timeOrigin);

  await page.getByLabel('Language').focus();
  await page.getByLabel('Language').selectOption({ label: 'Français' });
  await expect(page).toHaveTitle('Réglages');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('switch', { name: 'Sons' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Langue' })).toBeFocused();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(timeOrigin);
  expect(catalogs).toEqual(['fr']);

  await page.reload();
  await expect(page).toHaveTitle('Réglages');
  await expect(page.getByLabel('Langue')).toHaveValue('fr');

  await page.getByLabel('Langue').selectOption({ label: 'English' });
  await expect(page).toHaveTitle('Settings');
  expect((await readStorage(page)).scannerLanguage).toBe('en');
});

test('a language that another choice overtakes while it loads is no failure to save', async ({ visit }) => {
  const german = Promise.withResolvers<void>();
  const { page } = await visit({
    ...{ config: WITH_LANGUAGES, locale: 'en-US', signedIn: true, path: '/settings' },
    prepare: ({ context }) =>
      context.route('**/assets/de-*.js', (route) => german.promise.then(() => route.continue())),
  });
  const language = page.getByLabel('Language');
  // As the arrow keys do: each step is a choice.
  await language.selectOption({ label: 'Deutsch' });
  await language.selectOption({ label: 'Español' });
  await expect(page).toHaveTitle('Ajustes');
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  const loaded = page.waitForResponse(/\/assets\/de-/);
  german.resolve();
  await page.evaluate((url) => import(url), (await loaded).url());
  await page.getByRole('radio', { name: 'Oscuro' }).check({ force: true });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  // At once: the words of a failure go by themselves.
  expect(await page.getByText('No guardado').count()).toBe(0);
  await expect(page.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es');
});

test('a language that arrives before a later choice is shown, and the later choice stays chosen', async ({ visit }) => {
  const [german, spanish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { page } = await visit({
    ...{ config: WITH_LANGUAGES, locale: 'en-US', signedIn: true, path: '/settings' },
    prepare: async ({ context }) => {
      await context.route('**/assets/de-*.js', (route) => german.promise.then(() => route.continue()));
      await context.route('**/assets/es-*.js', (route) => spanish.promise.then(() => route.continue()));
    },
  });
  const language = page.getByRole('combobox', { name: /^(Language|Sprache|Idioma)$/ });
  await language.selectOption({ label: 'Deutsch' });
  await language.selectOption({ label: 'Español' });
  german.resolve();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(language).toHaveValue('es');
  spanish.resolve();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await expect(language).toHaveValue('es');
});

test('dates and numbers follow the language', async ({ visit, backend }) => {
  const { page } = await visit({
    config: WITH_LANGUAGES,
    locale: 'es-MX',
    signedIn: true,
  });
  // By the server's clock, which the first answer tells.
  const now = new Date(backend.now());
  const weekday = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'][now.getDay()];
  const [day, month, year] = [now.getDate(), now.getMonth() + 1, now.getFullYear()].map((part) =>
    String(part).padStart(2, '0').slice(-2),
  );
  await expect(page.getByText(`${weekday}, ${day}/${month}/${year} · este dispositivo`, { exact: true })).toBeVisible();
});

test('[9.8] without the flag the app speaks English, whatever the browser prefers and the device kept', async ({
  visit,
}) => {
  const { page } = await visit({
    locale: 'de-DE',
    signedIn: true,
    storage: { scannerLanguage: 'fr' },
    path: '/settings',
  });
  await expect(page).toHaveTitle('Settings');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByLabel('Language')).toHaveCount(0);
  await page.goto('/scanner');
  await typeCode(page, 'nobody-knows-this');
  await expect(page.getByRole('alert').filter({ hasText: /^Refused/ })).toBeVisible();
});

test('what the server says of its failure is told in the language of the app', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/status of 503/);
  const { page } = await visit({
    ...{ config: WITH_LANGUAGES, locale: 'de-DE', signedIn: true, path: '/results' },
    prepare: ({ context }) =>
      context.route(/\/(scans\/search|export\.csv)$/, (route) =>
        route.fulfill({
          status: 503,
          json: { success: false, code: 'unavailable', message: 'The database cannot be reached' },
        }),
      ),
  });
  const words = 'Der Server ist ausgelastet: in einer Minute erneut versuchen.';
  await expect(page.getByRole('status').filter({ hasText: 'Nur dieses Gerät' })).toContainText(words);
  await page.getByRole('button', { name: 'CSV exportieren' }).click();
  await expect(page.getByText('Nicht exportiert', { exact: true })).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(2);
  await expect(page.getByText('database')).toHaveCount(0);
});
