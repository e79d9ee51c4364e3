/** Uploads in progress, by form: a form submitted now would not include them. */
import type { Form } from '@tunjo/contract/kyc-forms'
import { useSyncExternalStore } from 'react'

const inFlight = new Map<Form, number>()
const listeners = new Set<() => void>()

function add(form: Form, change: 1 | -1): void {
  inFlight.set(form, (inFlight.get(form) ?? 0) + change)
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Registers the upload until it ends, successful or not. */
export async function whileUploading<T>(form: Form, upload: () => Promise<T>): Promise<T> {
  add(form, 1)
  try {
    return await upload()
  } finally {
    add(form, -1)
  }
}

export const useIsUploading = (form: Form): boolean => useSyncExternalStore(subscribe, () => (inFlight.get(form) ?? 0) > 0)

/** Event for a retry without waiting. */
const retryNow = new EventTarget()
export const tryNow = (): void => void retryNow.dispatchEvent(new Event('now'))
export const onTryNow = (listener: () => void, signal: AbortSignal): void => retryNow.addEventListener('now', listener, { signal })
