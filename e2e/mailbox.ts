/** The embedded mailbox of the demo profile, as journeys read it. */
import { expect } from 'vitest'

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

async function awaited(url: string, to: string, since: Date, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        found = await newest(url, to, since, pattern)
        return found
      },
      { timeout: ARRIVES_MS },
    )
    .toBeDefined()
  return String(found)
}

/** The six digits of the newest mail after `since`. */
export const mailCode = (url: string, to: string, since: Date) => awaited(url, to, since, /(?<=Código: )\d{6}/)
/** The first link of ours under `path`. */
export const mailLink = (url: string, to: string, path: string, since: Date) =>
  awaited(url, to, since, new RegExp(`https?://\\S+${path}[\\w-]+`))
