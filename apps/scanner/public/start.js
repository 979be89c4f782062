// Before the first paint, and before anything else has come.
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
})();
