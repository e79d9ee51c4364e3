/** Embedded mailbox of the demo profile, as journeys read it. */
import { until } from './until.ts'

interface Mail {
  at: string
  text: string
}
const ARRIVES_MS = 15_000

async function newest(url: string, to: string, since: Date, pattern: RegExp): Promise<string | undefined> {
  const response = await fetch(`${url}/dev/mail/messages?${new URLSearchParams({ to })}`)
  const mails = (await response.json()) as Mail[]
  return mails
    .filter(({ at }) => new Date(at) >= since)
    .map(({ text }) => pattern.exec(text)?.[0])
    .find((found) => found !== undefined)
}

const awaited = (url: string, to: string, since: Date, pattern: RegExp) =>
  until(`mail to ${to} with ${pattern}`, ARRIVES_MS, () => newest(url, to, since, pattern))

/** The six digits of the newest mail after `since`. */
export const mailCode = (url: string, to: string, since: Date) => awaited(url, to, since, /(?<=Código: )\d{6}/)
/** First link of the product under `path`. */
export const mailLink = (url: string, to: string, path: string, since: Date) =>
  awaited(url, to, since, new RegExp(`https?://\\S+${path}[\\w-]+`))
