// Before the first paint, so that a dark gate sees no white flash; the app's theme takes over from here.
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem('theme');
  } catch {}
  const dark = saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();
