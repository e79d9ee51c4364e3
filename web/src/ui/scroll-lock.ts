/** Holds the page still behind a dialog. Mantine's own lock writes a `<style>` element, which the security policy refuses. */
import { useEffect } from 'react'

let locks = 0

export function useScrollLock(active: boolean): void {
  useEffect(() => {
    if (!active) return
    locks += 1
    if (locks === 1) lock(document.documentElement)
    return () => {
      locks -= 1
      if (locks === 0) document.documentElement.removeAttribute('data-scroll-locked')
    }
  }, [active])
}

/** Only a scroll bar that was there leaves its place behind, so that nothing shifts either way. */
function lock(page: HTMLElement): void {
  const hasScrollBar = window.innerWidth > page.clientWidth
  page.setAttribute('data-scroll-locked', hasScrollBar ? 'gutter' : '')
}
