/** The embedded mailbox of the demo profile as two plain pages. */

import { COLOURS } from '../../../platform/colours.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import type { StoredMail } from '../../../platform/mail.ts'
import { LOGO_CID, LOGO_PNG } from '../../../platform/mail-logo.ts'

const DATE = new Intl.DateTimeFormat('es-CO', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'America/Bogota' })
const when = (mail: StoredMail) => escapeHtml(DATE.format(new Date(mail.at)))

export function mailboxPage(mails: readonly StoredMail[] | null): string {
  if (!mails) return page('Correos', '<p>Los correos salen por SMTP: este buzón solo existe cuando no hay un servidor de correo.</p>')
  if (mails.length === 0) return page('Correos', '<p>Todavía no hay correos. Por ejemplo, regístrate para recibir uno.</p>')
  const rows = mails.map(
    (mail) =>
      `<tr><td>${when(mail)}</td><td>${escapeHtml(mail.to)}</td><td><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
  )
  return page(
    'Correos',
    `<table><thead><tr><th scope="col">Fecha</th><th scope="col">Para</th><th scope="col">Asunto</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
}

export function messagePage(mail: StoredMail): string {
  return page(
    mail.subject,
    `<p><a href="/dev/mail">← Todos los correos</a></p>
<p><strong>Para:</strong> ${escapeHtml(mail.to)}<br>${mail.replyTo ? `<strong>Responder a:</strong> ${escapeHtml(mail.replyTo)}<br>` : ''}<strong>Fecha:</strong> ${when(mail)}</p>
<article>${bodyOf(mail.html)}</article>
<details><summary>Versión de texto</summary><pre>${escapeHtml(mail.text)}</pre></details>`,
  )
}

/** The product's own templates, whose values are escaped; the content security policy lets no script run anyway. */
const bodyOf = (html: string): string => (/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '').replaceAll(`cid:${LOGO_CID}`, MARK_URL)

/** A mail reader finds the logo inside the mail; a page needs a data URL. */
const MARK_URL = `data:image/png;base64,${LOGO_PNG.toString('base64')}`

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Buzón de demostración</title>
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
