/** Scroll lock of the page behind a dialog. Mantine's own lock writes a `<style>` element, which the content security policy refuses. */
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

/** Reserves the place of a visible scroll bar, so that the layout does not shift. */
function lock(page: HTMLElement): void {
  const hasScrollBar = window.innerWidth > page.clientWidth
  page.setAttribute('data-scroll-locked', hasScrollBar ? 'gutter' : '')
}
