/** A stylesheet that did not arrive is asked for again with the next attempt; its element would pass for one that did. */
let isListening = false

export function forgetFailedStyles(): void {
  if (isListening) return
  isListening = true
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    true,
  )
}
