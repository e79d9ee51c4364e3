/** Container of toasts, rendered from the first one on. */
import { useSyncExternalStore } from 'react'
import { onToastPlace, toastPlace } from './toast.ts'

export function ToastHost() {
  const Toasts = useSyncExternalStore(onToastPlace, toastPlace)
  return Toasts && <Toasts />
}
