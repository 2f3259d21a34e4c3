// Runs before the first paint, so that a light page never flashes dark. features/theme keeps the attribute right afterwards.
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem('expertscope_theme');
  } catch {
    // Storage is off: the default it is.
  }
  const system = saved === 'system' && matchMedia('(prefers-color-scheme: light)').matches;
  const theme = saved === 'light' || system ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]').content = theme === 'light' ? '#faf9f7' : '#131211';
})();
