/** Render a mail's text as subject, plain text and HTML. Tables and style attributes, since mail readers support little else. */

import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { escapeHtml } from '../../../../platform/http/escape-html.ts'
import { BRAND } from '../../../../platform/mail/brand.ts'
import { COLOURS } from '../../../../platform/mail/colours.ts'
import type { MailMessage } from '../../../../platform/mail/mail.ts'
import { LOGO_CID } from '../../../../platform/mail/mail-logo.ts'
import { localiseNotice, localiseValues } from '../localise-values.ts'
import type { MailRequest, TranslateText } from '../types.ts'
import type { MailText } from './mail-text.ts'
import { noticeMail } from './notice-mail.ts'
import { ENGLISH_MAIL_TEXTS } from './templates.en.ts'
import { type MailTexts, SPANISH_MAIL_TEXTS } from './templates.es.ts'

interface MailReader {
  readonly locale: Locale
  readonly translate: TranslateText
}

/** The language is that of the account; mails before there is one are in the default language. */
const MAIL_TEXTS: Readonly<Record<Locale, MailTexts>> = { es: SPANISH_MAIL_TEXTS, en: ENGLISH_MAIL_TEXTS }

export function renderMail(
  { template, values }: Pick<MailRequest, 'template' | 'values'>,
  { locale = DEFAULT_LOCALE, translate = (text) => text }: Partial<MailReader> = {},
): Omit<MailMessage, 'id' | 'to'> {
  // Each template has the type of its own values; here all templates share one type.
  const write = { ...MAIL_TEXTS[locale], 'notifications.notice': noticeMail }[template] as (
    given: typeof values,
    wanted: Locale,
  ) => MailText
  const shown =
    'notice' in values ? { ...values, notice: localiseNotice(values.notice, locale, translate) } : localiseValues(values, locale, translate)
  const text = write(shown, locale)
  const answersTo = text.replyTo === undefined ? {} : { replyTo: text.replyTo }
  return { ...answersTo, subject: oneLine(text.subject), text: plainText(text), html: htmlPage(text, locale) }
}

/** A line break in a subject would begin a new header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

function plainText({ heading, paragraphs, action, otherAction, note }: MailText): string {
  const links = [action, otherAction].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : []))
  const parts = [heading, ...paragraphs, ...links, ...(note ? [note] : []), `-- \n${BRAND}`]
  return `${parts.join('\n\n')}\n`
}

const FONT = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif"

function htmlPage({ subject, heading, paragraphs, action, otherAction, note }: MailText, locale: Locale): string {
  const { green, gold, ink, quiet, paper } = COLOURS
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('\n')
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;background:${paper}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 32px;border-bottom:3px solid ${gold}">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="36"><img src="cid:${LOGO_CID}" width="36" height="36" alt="" style="display:block;border:0"></td>
<td style="padding-left:12px;color:${green};font-weight:700;font-size:20px;${FONT}">${BRAND}</td>
</tr></table>
</td></tr>
<tr><td style="padding:32px;color:${ink};font-size:16px;line-height:1.5;${FONT}">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${ink}">${escapeHtml(heading)}</h1>
${body}
${action ? button(action, locale) : ''}
${otherAction ? button(otherAction, locale) : ''}
${note ? `<p style="margin:24px 0 0;font-size:14px;color:${quiet}">${escapeHtml(note)}</p>` : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const COPY_LINK = {
  es: 'Si el botón no funciona, copia esta dirección en tu navegador:',
  en: 'If the button does not work, copy this address into your browser:',
} satisfies Record<Locale, string>

/** The address is also shown as text, for readers that drop links. */
function button({ label, url }: { label: string; url: string }, locale: Locale): string {
  const href = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${COLOURS.green};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:14px;color:${COLOURS.quiet}">${COPY_LINK[locale]}<br><a href="${href}" style="color:${COLOURS.green};word-break:break-all">${href}</a></p>`
}
