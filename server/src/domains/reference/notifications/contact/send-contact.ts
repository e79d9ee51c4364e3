/**
 * Send a message of the contact form: a ticket, a mail to support, and one to the sender with the link of the ticket (PUB-02, SEC-63).
 * Anyone can type another person's address: the second mail contains nothing of what was typed, and an address gets few of them. Above the
 * limit only that mail is left out: a limit of the address itself would let an outsider close the form for it.
 */
import { randomBytes } from 'node:crypto'
import type { Locale } from '@tunjo/contract/locales'
import { TICKET_PATH } from '@tunjo/contract/tickets'
import { inTransaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { refuseIf } from '../../../../platform/http/refusal.ts'
import type { Platform } from '../../../../platform/module.ts'
import { createRateLimit } from '../../../../platform/rate-limit/rate-limit.ts'
import type { Notifications } from '../types.ts'
import { beginTicket } from './move-ticket.ts'
import { CONTACT_ALLOWANCE, CONTACT_MAIL_ALLOWANCE, CONTACT_NETWORK_ALLOWANCE, type ContactMessage, checkContact, tidy } from './rules.ts'
import { insertTicket } from './store.ts'

export interface ContactRequest extends ContactMessage {
  ip: string
  accountId: string | null
  /** Language of the page that sent it: a visitor has no account that stores one. */
  locale: Locale
}
export type SendContact = (request: ContactRequest) => Promise<{ ticket: string; statusPath: string; mailed: boolean }>

interface ContactContext extends Pick<Platform, 'db' | 'clock' | 'settings'>, Pick<Notifications, 'sendMail'> {
  supportEmail: string
}

export function createSendContact({ db, clock, settings, sendMail, supportEmail }: ContactContext): SendContact {
  const rateLimit = createRateLimit({ db, clock })
  return async ({ ip, accountId, locale, ...typed }) => {
    const contact = tidy(typed)
    refuseIf(checkContact(contact))
    const network = networkOf(ip)
    const buckets = [
      { kind: 'contact', key: `${network} ${contact.sender.toLowerCase()}`, allowance: CONTACT_ALLOWANCE },
      { kind: 'contact-network', key: network, allowance: CONTACT_NETWORK_ALLOWANCE },
    ]
    // A refusal by one bucket uses no allowance of the other.
    return rateLimit.attempt(buckets, 'notifications.too_many_contacts', () => keepAndMail(contact, { accountId, locale }))
  }

  async function keepAndMail(contact: ContactMessage, { accountId, locale }: Pick<ContactRequest, 'accountId' | 'locale'>) {
    const mailed = await rateLimit.tryTake({ kind: 'contact-mail', key: contact.sender.toLowerCase(), allowance: CONTACT_MAIL_ALLOWANCE })
    const ticket = newTicketNumber()
    const token = randomBytes(32).toString('base64url')
    const statusPath = `${TICKET_PATH}/${token}`
    await inTransaction(db, async (tx) => {
      const at = clock.now()
      await insertTicket(tx, { number: ticket, ...contact, accountId, tokenHash: sha256(token), receivedAt: at })
      await beginTicket(tx, ticket, { at, actor: { kind: 'customer', id: accountId } })
      await sendMail(tx, { to: supportEmail, template: 'notifications.contact', values: { ticket, ...contact } })
      const values = { ticket, url: settings.publicUrl + statusPath }
      const own = accountId === null ? { locale } : { accountId }
      if (mailed) await sendMail(tx, { to: contact.sender, ...own, template: 'notifications.contact_received', values })
    })
    return { ticket, statusPath, mailed }
  }
}

/** Without I, L, O and U, since it is read over the telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TICKET_CHARACTERS = 8

/** Random, so that a number does not disclose how many there are. */
const newTicketNumber = (): string => `TJ-${[...randomBytes(TICKET_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
