/** Keeps a place for toasts from the first one on. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToastsWanted, toastsWanted } from './toast.ts'

const Toasts = lazy(() => import('./toasts.tsx'))

export function ToastHost() {
  const isWanted = useSyncExternalStore(onToastsWanted, toastsWanted)
  return (
    isWanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
