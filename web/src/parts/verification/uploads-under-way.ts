/** Uploads that have not arrived yet, form by form: a form that is sent now would leave them behind. */
import type { Form } from '@tunjo/contract/kyc-forms'
import { useSyncExternalStore } from 'react'

const underWay = new Map<Form, number>()
const listeners = new Set<() => void>()

function add(form: Form, change: 1 | -1): void {
  underWay.set(form, (underWay.get(form) ?? 0) + change)
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** However the upload ends, it is no longer on its way. */
export async function whileUploading<T>(form: Form, upload: () => Promise<T>): Promise<T> {
  add(form, 1)
  try {
    return await upload()
  } finally {
    add(form, -1)
  }
}

export const useIsUploading = (form: Form): boolean => useSyncExternalStore(subscribe, () => (underWay.get(form) ?? 0) > 0)

/** The person does not want to wait for the next try. */
const retryNow = new EventTarget()
export const tryNow = (): void => void retryNow.dispatchEvent(new Event('now'))
export const onTryNow = (listener: () => void, signal: AbortSignal): void => retryNow.addEventListener('now', listener, { signal })
