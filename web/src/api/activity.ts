/**
 * Activity tracking: calls of timers and live events must not keep an unattended session alive; tabs notify each other of the calls that
 * do.
 */
const AWAY_AFTER_MS = 60_000
const REPORT_EVERY_MS = 10_000
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']

let otherTabs: BroadcastChannel | null = null
let inputAtMs = performance.now()
let activeAtMs = performance.now()
let reportedAtMs = Number.NEGATIVE_INFINITY

export const isPersonActive = (): boolean => performance.now() - inputAtMs < AWAY_AFTER_MS
/** Time since the last call that kept the session alive, of this tab or another. */
export const idleMs = (): number => performance.now() - activeAtMs

/** Record that a call of the person left this tab. */
export function recordActivity(): void {
  activeAtMs = performance.now()
  if (activeAtMs - reportedAtMs < REPORT_EVERY_MS) return
  reportedAtMs = activeAtMs
  otherTabs?.postMessage('active')
}

/** Watch the page's input and the other tabs; the returned function stops it. */
export function watchActivity(onOtherTab: () => void): () => void {
  const watching = new AbortController()
  const channel = new BroadcastChannel('tunjo.activity')
  channel.onmessage = () => {
    activeAtMs = performance.now()
    onOtherTab()
  }
  otherTabs = channel
  recordInput()
  for (const input of INPUTS) addEventListener(input, recordInput, { capture: true, passive: true, signal: watching.signal })
  return () => {
    watching.abort()
    channel.close()
    otherTabs = null
  }
}

function recordInput(): void {
  inputAtMs = performance.now()
}
