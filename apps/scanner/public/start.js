// Before the first paint, and before anything else has come. The build writes this script into the page.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // So that a dark gate sees no white flash; the app's theme takes over from here.
  const saved = read('theme');
  const dark = saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const page = document.documentElement;
  page.classList.toggle('dark', dark);
  // The bars of the browser have the colour of the header.
  const colorBars = () => {
    document.querySelector('[name="theme-color"]').content = page.classList.contains('dark') ? '#18191b' : '#ffffff';
  };
  colorBars();
  new MutationObserver(colorBars).observe(page, { attributeFilter: ['class'] });

  const notStarted = document.querySelector('#not-started');
  notStarted.remove();

  const mayBeSignedIn = read('authToken') !== null || read('userData') !== null;
  const language = read('scannerOnlyLanguage') ?? read('scannerLanguage');
  const firstPaint = document.querySelector('#first-paint');

  /** Shows what the app shows next. A wipe and an unknown address show nothing of the kind. */
  function showFirstPaint() {
    const isView = /^\/(login|scanner|results|reports|settings|scan-result\/.+)?$/.test(location.pathname);
    if (!isView || read('scannerWipe') !== null) return;
    const templates = [...document.querySelectorAll('template[data-first-paint]')];
    const templateOf = (name) => templates.find((template) => template.dataset.firstPaint === name);
    const template = mayBeSignedIn ? templateOf('frame') : (templateOf(language) ?? templateOf('en'));
    if (!template) return;
    firstPaint.append(template.content.cloneNode(true));
    if (mayBeSignedIn) {
      // An empty navigation is nothing to press or to read aloud.
      firstPaint.inert = true;
      firstPaint.ariaHidden = 'true';
      firstPaint.firstElementChild.classList.toggle('stx-app--bleed', location.pathname === '/scanner');
    } else firstPaint.lang = template.dataset.firstPaint;
    // Sign In continues with what has been entered, and sends a form that was sent early.
    firstPaint.addEventListener('submit', (event) => {
      event.preventDefault();
      firstPaint.dataset.sent = '';
      event.submitter?.setAttribute('aria-busy', 'true');
    });
  }

  /** Says that the app could not be loaded, in place of a first paint that nothing takes over. */
  function showNotLoaded() {
    const texts = {
      en: 'Scantix could not be loaded. Check the network and reload the page.',
      de: 'Scantix konnte nicht geladen werden. Prüfen Sie das Netz und laden Sie die Seite neu.',
      es: 'No se pudo cargar Scantix. Compruebe la red y vuelva a cargar la página.',
      fr: 'Scantix n’a pas pu être chargé. Vérifiez le réseau et rechargez la page.',
    };
    notStarted.lang = Object.hasOwn(texts, language) ? language : 'en';
    notStarted.textContent = texts[notStarted.lang];
    notStarted.setAttribute('role', 'alert');
    notStarted.style.animation = 'none';
    firstPaint.replaceWith(notStarted);
  }

  /** Resolves when the first paint is on the screen, or when no frame will show it. */
  function whenPainted() {
    return new Promise((resolve) => {
      if (document.hidden) return resolve();
      const onPaint = (list) => list.getEntriesByName('first-contentful-paint').forEach(resolve);
      new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true });
      document.addEventListener('visibilitychange', resolve);
      // A browser may draw no frames, or tell of none.
      setTimeout(resolve, 2_000);
    });
  }

  /** Requests the files of this start together (preload-start.ts has their names): none waits for another. */
  async function requestApp() {
    const parsed = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
    const starts = ['every', ...(mayBeSignedIn ? ['signed-in', `signed-in ${location.pathname}`] : ['signed-out'])];
    const files = [...(document.querySelector('#start-files')?.content.cloneNode(true).children ?? [])];
    // Sign In needs none of them, and has network and processor for itself until it is on the screen.
    if (!mayBeSignedIn && firstPaint.firstElementChild) await whenPainted();
    document.head.append(...files.filter((file) => starts.includes(file.dataset.start)));
    // config.js is deferred, and a script that is inserted would not wait for it.
    await parsed;
    const scripts = files.filter((file) => file.tagName === 'SCRIPT');
    for (const script of scripts) script.addEventListener('error', showNotLoaded);
    document.head.append(...scripts);
  }

  /** The first date that a page formats takes a slow phone 100 ms, and most signed-in views format one. */
  const prepareDates = () => requestAnimationFrame(() => setTimeout(() => new Intl.DateTimeFormat()));

  showFirstPaint();
  void requestApp();
  if (mayBeSignedIn) prepareDates();
})();
