// Runs before the page is drawn, from a file because the content security policy refuses inline scripts. Keys and paths are those of
// web/src/theme/color-scheme.ts, web/src/i18n/language.ts, web/src/session-hint.ts and web/src/api/transport.ts.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const preference = (name) =>
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1)

  // The colour scheme and the language, so that nothing flashes and nothing is read out in the wrong tongue.
  if (preference('tunjo.language') === 'en') document.documentElement.lang = 'en-GB'
  const chosen = preference('tunjo.color-scheme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // The session is asked for before the product's script has even arrived, so that the guard has nothing to wait for. One tab at a
  // time: the refresh cookie is replaced at each use.
  // Only the server's own refusal means that nobody is signed in (`ends`); of anything else the page says that it could not load.
  const ask = async (path, ends, init) => {
    const headers = { accept: 'application/json, application/problem+json', 'accept-language': document.documentElement.lang }
    const answer = await fetch(path, { ...init, headers: { ...headers, ...init.headers }, signal: AbortSignal.timeout(8000) })
    if (answer.ok) return { given: await answer.json() }
    if (!ends.includes(answer.status)) throw answer.status
    return { refused: answer.status, problem: await answer.json().catch(() => null) }
  }
  const refresh = () => ask('/api/session/refresh', [401], { method: 'POST' })
  const begin = async () => {
    const token = await (navigator.locks ? navigator.locks.request('tunjo.session', refresh) : refresh())
    if (!token.given) return token
    const account = await ask('/api/account', [401, 403], { headers: { authorization: `Bearer ${token.given.accessToken}` } })
    return account.given ? { token: token.given, account: account.given } : account
  }
  // A chart stands in a frame that may go away at any moment, and an answer that nobody keeps would lose the replaced cookie.
  const isFramed = location.pathname.startsWith('/chart/')
  const wanted = !isFramed && (location.pathname.startsWith('/application') || read('tunjo.session') !== null)
  if (wanted) window.tunjoSession = begin().catch((error) => (error.name === 'TimeoutError' ? null : undefined))

  // After everything else: it only matters for the next visit.
  if (!isFramed && 'serviceWorker' in navigator) {
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined))
  }
})()
