// The data of the search are most of what a page would load: they are loaded when the search is opened.
document.getElementById('tsd-search').addEventListener(
  'focusin',
  () => {
    const script = document.getElementById('tsd-search-script');
    script.src = script.dataset.src;
  },
  { once: true },
);
