/** Short messages over the page, for 2.5 seconds (SHELL-11). Their code is fetched with the first message: most pages never show one. */
import type { ComponentType } from 'react'

export const TOAST_MS = 2500

export const toast = {
  success: (message: string) => show(message, 'forest'),
  info: (message: string) => show(message, 'gold'),
  /** @param id the same id never shows twice at once */
  error: (message: string, id?: string) => show(message, 'red', id),
}

let place: ComponentType | null = null
const listeners = new Set<() => void>()

/** Where toasts appear; nothing before the first. */
export const toastPlace = (): ComponentType | null => place
export function onToastPlace(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function show(message: string, color: string, id?: string): Promise<void> {
  // Without a network there may be no code to show it with. The page itself says what failed, and stays.
  const loaded = await import('./toasts.tsx').catch(() => null)
  if (!loaded) return
  place = loaded.Toasts
  for (const listener of listeners) listener()
  loaded.showToast({ id, message, color, autoClose: TOAST_MS })
}
