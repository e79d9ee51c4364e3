/**
 * A deployment takes the files away that an open page has not asked for yet. Part of the first script: what would come later may be what is gone.
 */
const MARK = 'tunjo.reloaded-for'
const FIRST_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/

/** The first script of the version that the server has now; null where that is the one of this page, or the server does not answer. */
export async function newerVersion(): Promise<string | null> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null)
  const script = answer?.ok ? FIRST_SCRIPT.exec(await answer.text())?.[1] : undefined
  return script && !document.querySelector(`script[src="${script}"]`) ? script : null
}

/** Reloads once for each version, and only where nothing is lost with the page. Without storage there is no "once". */
export function reloadFor(version: string): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=checkbox], [type=radio]), textarea')
  if ([...fields].some(({ value }) => value !== '')) return false
  try {
    if (sessionStorage.getItem(MARK) === version) return false
    sessionStorage.setItem(MARK, version)
  } catch {
    return false
  }
  location.reload()
  return true
}
