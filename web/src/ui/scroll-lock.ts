/** Holds the page still behind a dialog. Mantine's own lock writes a `<style>` element, which the security policy refuses. */
import { useEffect } from 'react'

let locks = 0

export function useScrollLock(active: boolean): void {
  useEffect(() => {
    if (!active) return
    locks += 1
    document.documentElement.setAttribute('data-scroll-locked', '')
    return () => {
      locks -= 1
      if (locks === 0) document.documentElement.removeAttribute('data-scroll-locked')
    }
  }, [active])
}
