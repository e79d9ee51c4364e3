/** Call of the contact form. */
import { client } from '@tunjo/contract/client'
import { notifications } from '@tunjo/contract/notifications'
import { send } from './transport.ts'

const calls = client({ contact: notifications.contact }, send)

export interface ContactMessage {
  sender: string
  subject: string
  message: string
}
export interface SentTicket {
  ticket: string
  /** Page with its state. */
  statusPath: string
  /** Whether the path was mailed to the sender too. */
  mailed: boolean
}

export const sendContact = (message: ContactMessage): Promise<SentTicket> => calls.contact({ body: message })
