/** Where toasts appear. Loaded apart from the first script. */
import { Notifications } from '@mantine/notifications'
import { MOTION_MS } from '../theme/theme.ts'
import { TOAST_MS } from './toast.ts'

export default function Toasts() {
  return <Notifications position="top-center" autoClose={TOAST_MS} transitionDuration={MOTION_MS} />
}
