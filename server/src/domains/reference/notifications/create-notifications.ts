/** Composition of notifications: mails, notices, live events, the contact form. */
import type { Platform } from '../../../platform/module.ts'
import { readNotificationsSettings } from './config.ts'
import { createSendContact } from './contact/send-contact.ts'
import { ticketRoutes } from './contact/ticket-routes.ts'
import { createSendMail } from './create-send-mail.ts'
import { mailGauges } from './gauges.ts'
import { handleMailJobs } from './jobs.ts'
import { createEventFollower } from './live/event-follower.ts'
import { createOpenStream } from './live/open-stream.ts'
import { scheduleNoticePurge } from './notices/notice-purge.ts'
import { createNotify } from './notices/notify.ts'
import { notifyMovements } from './notices/notify-movements.ts'
import { notificationRoutes } from './routes.ts'
import type { AddressBook, Notifications, TranslateText } from './types.ts'

export function createNotifications(platform: Platform): Notifications {
  let knownAddresses: AddressBook = async () => null
  const addressBook: AddressBook = (accountId) => knownAddresses(accountId)
  let knownTranslator: TranslateText = (text) => text
  const translate: TranslateText = (text, locale) => knownTranslator(text, locale)
  handleMailJobs(platform, { addressBook, translate })
  const sendMail = createSendMail(platform)
  const notify = createNotify({ ...platform, sendMail })
  notifyMovements({ ...platform, notify, addressBook })
  scheduleNoticePurge(platform)
  const { supportEmail } = readNotificationsSettings(platform.env, platform.settings)
  const openStream = createOpenStream(createEventFollower(platform))
  return {
    name: 'notifications',
    routes: [
      ...notificationRoutes({
        ...platform,
        openStream,
        translate,
        sendContact: createSendContact({ ...platform, sendMail, supportEmail }),
      }),
      ...ticketRoutes(platform),
    ],
    figures: mailGauges(platform),
    notify,
    sendMail,
    useAddressBook(addresses) {
      knownAddresses = addresses
    },
    useTranslator(translator) {
      knownTranslator = translator
    },
  }
}
