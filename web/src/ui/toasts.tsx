/** Toast container and API. Lazy, outside the first script. */
import { Notifications, notifications } from '@mantine/notifications'
import { phrases } from '../i18n/index.ts'
import { MOTION_MS } from '../theme/theme.ts'

export const Toasts = () => <Notifications position="top-center" transitionDuration={MOTION_MS} />

interface Toast {
  id?: string
  message: string
  color: string
  autoClose: number
}
export function showToast(shown: Toast): void {
  notifications.show({ ...shown, closeButtonProps: { 'aria-label': phrases.t('ui:modal.close') } })
}
