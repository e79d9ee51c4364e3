/** The contact form's call. */
import { client } from '@tunjo/contract/client'
import { notifications } from '@tunjo/contract/notifications'
import { send } from './transport.ts'

const calls = client({ contact: notifications.contact }, send)

export interface ContactMessage {
  sender: string
  subject: string
  message: string
}

/** Answers the ticket's number. */
export const sendContact = async (message: ContactMessage): Promise<string> => (await calls.contact({ body: message })).ticket
