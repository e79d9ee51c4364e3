/** Combined abort signal, for browsers without `AbortSignal.any` (Safari before 17.4, Firefox before 124). */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    const end = () => first.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true, signal: first.signal })
  }
  return first.signal
}
