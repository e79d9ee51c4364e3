/** Where the person wanted to go before signing in: a path of ours, never another site. */
export function savedLocation(search: object): string | null {
  const wanted = 'redirect' in search ? search.redirect : null
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return null
  return wanted
}
