/** Only screens that ask for a session are ever saved, so only they are gone back to: no other site, no public page (SEC-13). */
const PRIVATE_PATH = /^\/(application|postregister)([/?#]|$)/

export function savedLocation(search: object): string | null {
  const wanted = 'redirect' in search ? search.redirect : null
  return typeof wanted === 'string' && PRIVATE_PATH.test(wanted) ? wanted : null
}
