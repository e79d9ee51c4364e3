/** Toasts over the page, for 2.5 seconds (SHELL-11). Their code is loaded with the first message: most pages never show one. */
import type { ComponentType } from 'react'

export const TOAST_MS = 2500

export const toast = {
  success: (message: string) => show(message, 'forest'),
  info: (message: string) => show(message, 'gold'),
  /** @param id a toast with this id is shown only once at the same time */
  error: (message: string, id?: string) => show(message, 'red', id),
}

let place: ComponentType | null = null
const listeners = new Set<() => void>()

/** Container of toasts; null before the first. */
export const toastPlace = (): ComponentType | null => place
export function onToastPlace(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function show(message: string, color: string, id?: string): Promise<void> {
  // Without a network the code may be missing. The page itself shows the failure, and stays.
  const loaded = await import('./toasts.tsx').catch(() => null)
  if (!loaded) return
  place = loaded.Toasts
  for (const listener of listeners) listener()
  loaded.showToast({ id, message, color, autoClose: TOAST_MS })
}
