/** Retry of failed stylesheets with the next attempt; their element would otherwise count as loaded. */
let isListening = false

export function dropFailedStyles(): void {
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
