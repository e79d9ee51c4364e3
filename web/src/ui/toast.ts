/** Short messages over the page, for 2.5 seconds (S3 §9). Their code is fetched with the first message: most pages never show one. */
export const TOAST_MS = 2500

export const toast = {
  success: (message: string) => show(message, 'forest'),
  info: (message: string) => show(message, 'gold'),
  error: (message: string) => show(message, 'red'),
}

async function show(message: string, color: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, color, autoClose: TOAST_MS })
}
