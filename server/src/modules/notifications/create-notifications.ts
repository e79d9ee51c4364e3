import type { Platform } from '../../platform/module.ts'
import { handleMailJobs } from './jobs.ts'
import { createEventFollower } from './live/follow-events.ts'
import { createOpenStream } from './live/open-stream.ts'
import { notificationRoutes } from './routes.ts'
import { createSendMail } from './send-mail.ts'
import type { Notifications } from './types.ts'

export function createNotifications(platform: Platform): Notifications {
  handleMailJobs(platform)
  const openStream = createOpenStream(createEventFollower(platform))
  return {
    name: 'notifications',
    routes: notificationRoutes({ mail: platform.mail, openStream }),
    sendMail: createSendMail(platform),
  }
}
