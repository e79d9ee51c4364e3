import type { Platform } from '../../platform/module.ts'
import { readNotificationsSettings } from './config.ts'
import { createSendContact } from './contact/send-contact.ts'
import { handleMailJobs } from './jobs.ts'
import { createEventFollower } from './live/follow-events.ts'
import { createOpenStream } from './live/open-stream.ts'
import { notificationRoutes } from './routes.ts'
import { createSendMail } from './send-mail.ts'
import type { Notifications } from './types.ts'

export function createNotifications(platform: Platform): Notifications {
  handleMailJobs(platform)
  const sendMail = createSendMail(platform)
  const { supportEmail } = readNotificationsSettings(platform.env, platform.settings)
  const openStream = createOpenStream(createEventFollower(platform))
  return {
    name: 'notifications',
    routes: notificationRoutes({
      mail: platform.mail,
      openStream,
      sendContact: createSendContact({ ...platform, sendMail, supportEmail }),
    }),
    sendMail,
  }
}
