/** Short messages over the page, for 2.5 seconds (S3 §9). Their code is fetched with the first message: most pages never show one. */
export const TOAST_MS = 2500

export const toast = {
  success: (message: string) => show(message, 'forest'),
  info: (message: string) => show(message, 'gold'),
  /** @param id the same id never shows twice at once */
  error: (message: string, id?: string) => show(message, 'red', id),
}

async function show(message: string, color: string, id?: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ id, message, color, autoClose: TOAST_MS })
}
