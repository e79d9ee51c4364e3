/** Short messages over the page, for 2.5 seconds (S3 §9). Their code is fetched with the first message: most pages never show one. */
import { phrases } from '../i18n/index.ts'

export const TOAST_MS = 2500

export const toast = {
  success: (message: string) => show(message, 'forest'),
  info: (message: string) => show(message, 'gold'),
  /** @param id the same id never shows twice at once */
  error: (message: string, id?: string) => show(message, 'red', id),
}

let isWanted = false
const listeners = new Set<() => void>()

/** Whether a toast was ever asked for, so that their place on the page can wait until then. */
export const toastsWanted = (): boolean => isWanted
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function show(message: string, color: string, id?: string): Promise<void> {
  isWanted = true
  for (const listener of listeners) listener()
  const { notifications } = await import('@mantine/notifications')
  const closeButtonProps = { 'aria-label': phrases.t('ui:modal.close') }
  notifications.show({ id, message, color, autoClose: TOAST_MS, closeButtonProps })
}
