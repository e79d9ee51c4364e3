/**
 * Detection of a newer deployment, which deletes files that an open page has not loaded yet. In the first script: a lazy file may be
 * deleted too.
 */
const MARK = 'tunjo.reloaded-for'
const FIRST_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/

/** First script of the server's current version; null when this page has it, or the server does not answer. */
export async function newerVersion(): Promise<string | null> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null)
  const script = answer?.ok ? FIRST_SCRIPT.exec(await answer.text())?.[1] : undefined
  return script && !document.querySelector(`script[src="${script}"]`) ? script : null
}

/** Reloads once for each version, and only where no input would be lost. Without storage it never reloads. */
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
