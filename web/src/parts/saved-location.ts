/** Saved location: only screens that need a session are saved and restored, no other site and no public page (SEC-13). */
const PRIVATE_PATH = /^\/(application|postregister)([/?#]|$)/

export function savedLocation(search: object): string | null {
  const wanted = 'redirect' in search ? search.redirect : null
  return typeof wanted === 'string' && PRIVATE_PATH.test(wanted) ? wanted : null
}
