/** Composition of notifications: mails, notices, live events, the contact form. */
import type { Platform } from '../../platform/module.ts'
import { readNotificationsSettings } from './config.ts'
import { createSendContact } from './contact/send-contact.ts'
import { ticketRoutes } from './contact/ticket-routes.ts'
import { mailFigures } from './figures.ts'
import { handleMailJobs } from './jobs.ts'
import { createEventFollower } from './live/follow-events.ts'
import { createOpenStream } from './live/open-stream.ts'
import { scheduleForgetting } from './notices/forget-old-notices.ts'
import { createNotify } from './notices/notify.ts'
import { tellOfMoney } from './notices/tell-of-money.ts'
import { notificationRoutes } from './routes.ts'
import { createSendMail } from './send-mail.ts'
import type { AddressBook, Notifications } from './types.ts'

export function createNotifications(platform: Platform): Notifications {
  let knownAddresses: AddressBook = async () => null
  const addressBook: AddressBook = (accountId) => knownAddresses(accountId)
  handleMailJobs(platform, addressBook)
  const sendMail = createSendMail(platform)
  const notify = createNotify({ ...platform, sendMail })
  tellOfMoney({ ...platform, notify, addressBook })
  scheduleForgetting(platform)
  const { supportEmail } = readNotificationsSettings(platform.env, platform.settings)
  const openStream = createOpenStream(createEventFollower(platform))
  return {
    name: 'notifications',
    routes: [
      ...notificationRoutes({
        ...platform,
        openStream,
        sendContact: createSendContact({ ...platform, sendMail, supportEmail }),
      }),
      ...ticketRoutes(platform),
    ],
    figures: mailFigures(platform),
    notify,
    sendMail,
    useAddressBook(addresses) {
      knownAddresses = addresses
    },
  }
}
