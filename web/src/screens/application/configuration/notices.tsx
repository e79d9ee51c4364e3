/** Which optional mails the person wants. */
import { NotificationPreferences } from '../../../parts/notices/preferences.tsx'

export const Notices = () => <NotificationPreferences />
