/** The embedded mailbox of the demo profile as two plain pages. */

import type { Locale } from '@tunjo/contract/locales'
import { escapeHtml } from '../../../../platform/http/escape-html.ts'
import { COLOURS } from '../../../../platform/mail/colours.ts'
import type { StoredMail } from '../../../../platform/mail/mail.ts'
import { LOGO_CID, LOGO_PNG } from '../../../../platform/mail/mail-logo.ts'
import { PAGE_WORDS_EN } from './page-words.en.ts'
import { PAGE_WORDS_ES, type PageWords } from './page-words.es.ts'

const WORDS: Readonly<Record<Locale, PageWords>> = { es: PAGE_WORDS_ES, en: PAGE_WORDS_EN }
const when = (mail: StoredMail, { format }: PageWords) =>
  escapeHtml(new Date(mail.at).toLocaleString(format, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'America/Bogota' }))

export function mailboxPage(mails: readonly StoredMail[] | null, locale: Locale): string {
  const words = WORDS[locale]
  if (!mails) return page(words.mails, `<p>${words.none}</p>`, locale)
  if (mails.length === 0) return page(words.mails, `<p>${words.empty}</p>`, locale)
  const rows = mails.map(
    (mail) =>
      `<tr><td>${when(mail, words)}</td><td>${escapeHtml(mail.to)}</td><td><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
  )
  return page(
    words.mails,
    `<table><thead><tr><th scope="col">${words.date}</th><th scope="col">${words.to}</th><th scope="col">${words.subject}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    locale,
  )
}

export function messagePage(mail: StoredMail, locale: Locale): string {
  const words = WORDS[locale]
  return page(
    mail.subject,
    `<p><a href="/dev/mail">← ${words.all}</a></p>
<p><strong>${words.to}:</strong> ${escapeHtml(mail.to)}<br>${mail.replyTo ? `<strong>${words.replyTo}:</strong> ${escapeHtml(mail.replyTo)}<br>` : ''}<strong>${words.date}:</strong> ${when(mail, words)}</p>
<article>${bodyOf(mail.html)}</article>
<details><summary>${words.plain}</summary><pre>${escapeHtml(mail.text)}</pre></details>`,
    locale,
  )
}

/** The product's own templates, whose values are escaped; the content security policy lets no script run anyway. */
const bodyOf = (html: string): string => (/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '').replaceAll(`cid:${LOGO_CID}`, MARK_URL)

/** A mail reader finds the logo inside the mail; a page needs a data URL. */
const MARK_URL = `data:image/png;base64,${LOGO_PNG.toString('base64')}`

function page(title: string, content: string, locale: Locale): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${WORDS[locale].mailbox}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem; color: ${COLOURS.ink} }
h1 { font-size: 1.5rem; overflow-wrap: anywhere }
a { color: ${COLOURS.green} }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
article { border: 1px solid #ddd; border-radius: .5rem; overflow: hidden; margin: 1rem 0 }
article th, article td { border: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`
}
