/**
 * Mail goes out by SMTP, or, in the demo profile, into the embedded mailbox: one file per message under `DATA_DIR/mail`, shown at
 * `/dev/mail`. Sending is a job of the notifications module, so that a mail is never lost with the process.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import type { PlatformSettings } from './config.ts'
import { newId } from './ids.ts'
import { MARK_CID, MARK_PNG } from './mail-mark.ts'

export interface MailMessage {
  to: string
  /** One address. Mail always leaves from ours; an answer to it goes here. */
  replyTo?: string
  subject: string
  text: string
  html: string
}
export interface StoredMail extends MailMessage {
  id: string
  at: string
}
const StoredMail: z.ZodType<StoredMail> = z.object({
  id: z.string(),
  at: z.string(),
  to: z.string(),
  replyTo: z.string().exactOptional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export interface Mailer {
  send(message: MailMessage): Promise<void>
  /** The embedded mailbox, newest first; null when mail leaves by SMTP. */
  inbox(limit?: number): Promise<StoredMail[] | null>
}

type MailSettings = Pick<PlatformSettings, 'profile' | 'mailUrl' | 'mailFrom' | 'dataDir'>

export function createMailer({ profile, mailUrl, mailFrom, dataDir }: MailSettings): Mailer {
  if (mailUrl) return smtpMailer(mailUrl, mailFrom)
  return profile === 'demo' ? embeddedMailbox(join(dataDir, 'mail')) : noMailer
}

/** Of a process that holds no MAIL_URL in production: mails are jobs of the worker. */
const noMailer: Mailer = {
  send: async () => Promise.reject(new Error('this process holds no MAIL_URL')),
  inbox: async () => null,
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url)
  return {
    async send({ to, replyTo, subject, text, html }) {
      const answersTo = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }
      await transport.sendMail({ from, to: { name: '', address: to }, ...answersTo, subject, text, html, attachments: picturesOf(html) })
    },
    inbox: async () => null,
  }
}

/** Pictures that the mail shows inside itself. */
function picturesOf(html: string) {
  if (!html.includes(`cid:${MARK_CID}`)) return []
  return [{ cid: MARK_CID, filename: 'tunjo.png', contentType: 'image/png', contentDisposition: 'inline' as const, content: MARK_PNG }]
}

function embeddedMailbox(folder: string): Mailer {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true })
      const id = newId()
      const stored: StoredMail = { id, at: new Date().toISOString(), ...message }
      await writeFile(join(folder, `${id}.json`), JSON.stringify(stored, null, 2), { mode: 0o600 })
    },
    async inbox(limit = 50) {
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter((name) => name.endsWith('.json'))
        .sort()
        .reverse()
        .slice(0, limit)
      return Promise.all(newest.map(async (name) => StoredMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))))
    },
  }
}
