// Runs before the page is drawn, from a file because the content security policy refuses inline scripts: sets the colour scheme so
// that nothing flashes. The key is the one of web/src/theme/color-scheme.ts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('tunjo.color-scheme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
