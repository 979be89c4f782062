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
  document.documentElement.classList.toggle('dark', dark);

  // The files of this start, asked for beside the app's first ones and not after them (preload-start.ts has their names).
  const mayBeSignedIn = read('authToken') !== null || read('userData') !== null;
  const starts = mayBeSignedIn ? ['signed-in', `signed-in ${location.pathname}`] : ['signed-out'];
  const files = document.querySelector('#start-files')?.content.children ?? [];
  document.head.append(...[...files].filter((file) => starts.includes(file.dataset.start)));

  // What the app shows next. A wipe and an unknown address show nothing of the kind.
  const isView = /^\/(login|scanner|results|reports|settings|scan-result\/.+)?$/.test(location.pathname);
  if (!isView || read('scannerWipe') !== null) return;
  const templates = [...document.querySelectorAll('template[data-first-paint]')];
  const templateOf = (name) => templates.find((template) => template.dataset.firstPaint === name);
  const template = mayBeSignedIn ? templateOf('frame') : (templateOf(read('scannerLanguage')) ?? templateOf('en'));
  if (!template) return;
  const firstPaint = document.querySelector('#first-paint');
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
})();
