/**
 * Mail is sent by SMTP, or, in the demo profile, into the embedded mailbox: one file per message under `DATA_DIR/mail`, shown at
 * `/dev/mail`. Sending is a job of the notifications module, so that a mail is never lost with the process.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import * as z from 'zod'
import { newId } from '../database/ids.ts'
import { withinTime } from '../observability/finding.ts'
import type { PlatformSettings } from '../process/config.ts'
import { LOGO_CID, LOGO_PNG } from './mail-logo.ts'

export interface MailMessage {
  /** The same when it is sent again, so that a receiver can detect a repeat. */
  id: string
  to: string
  /** One address. The sender is always the product's address; replies go here. */
  replyTo?: string
  subject: string
  text: string
  html: string
}
export interface StoredMail extends MailMessage {
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
/** The server refuses this mail, rather than the connection or the credentials. */
export class MailRefused extends Error {}

export interface Mailer {
  /** @throws MailRefused, or any other error when the mail may be sent later */
  send(message: MailMessage): Promise<void>
  /** The embedded mailbox, newest first; null when mail is sent by SMTP. */
  inbox(limit?: number): Promise<StoredMail[] | null>
}

type MailSettings = Pick<PlatformSettings, 'profile' | 'mailUrl' | 'mailFrom' | 'dataDir'>

export function createMailer({ profile, mailUrl, mailFrom, dataDir }: MailSettings): Mailer {
  if (mailUrl) return smtpMailer(mailUrl, mailFrom)
  return profile === 'demo' ? embeddedMailbox(join(dataDir, 'mail')) : noMailer
}

/** For a process without MAIL_URL in production: the worker sends mails as jobs. */
const noMailer: Mailer = {
  send: async () => Promise.reject(new Error('this process holds no MAIL_URL')),
  inbox: async () => null,
}

/** Signs in to the server and sends nothing. @throws when it refuses, or did not answer in time */
export async function checkMailServer(url: string, timeoutMs = 10_000): Promise<void> {
  const socket = new Socket()
  const transport = createTransport({ url, socket })
  try {
    await withinTime(timeoutMs, transport.verify())
  } finally {
    transport.close()
    socket.destroy()
  }
}

/** Time limit of a whole mail, from the connection to the last answer. */
const TIMEOUT_MS = 30_000

function smtpMailer(url: string, from: string): Mailer {
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, replyTo, subject, text, html }) {
      const answersTo = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }
      const toOne = { name: '', address: to }
      const message = { messageId: `<${id}@${domain}>`, from, to: toOne, ...answersTo, subject, text, html, attachments: picturesOf(html) }
      await sendWithin(TIMEOUT_MS, url, message)
    },
    inbox: async () => null,
  }
}

/**
 * Uses a dedicated connection, which ends with the time limit. The limits of nodemailer begin anew with every byte that arrives, and are
 * ten minutes long: a server that hangs would keep all places of the mail queue.
 */
async function sendWithin(timeoutMs: number, url: string, message: SendMailOptions): Promise<void> {
  const socket = new Socket()
  const transport = createTransport({ url, socket })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    await new Promise<unknown>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      transport.sendMail(message).then(resolve, reject)
    })
  } catch (error) {
    throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error
  } finally {
    transport.close()
    socket.destroy()
  }
}

/** Refusal of the envelope or the message, temporary or permanent: a mailbox may be full for months. */
const isRefusal = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')

/** Pictures that the mail shows inside itself. */
function picturesOf(html: string) {
  if (!html.includes(`cid:${LOGO_CID}`)) return []
  return [{ cid: LOGO_CID, filename: 'tunjo.png', contentType: 'image/png', contentDisposition: 'inline' as const, content: LOGO_PNG }]
}

function embeddedMailbox(folder: string): Mailer {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true })
      const id = newId()
      const stored: StoredMail = { ...message, id, at: new Date().toISOString() }
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
