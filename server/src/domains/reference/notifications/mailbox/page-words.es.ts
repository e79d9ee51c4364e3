/** Spanish words of the mailbox pages; the English ones are in page-words.en.ts. */
export const PAGE_WORDS_ES = {
  format: 'es-CO',
  mails: 'Correos',
  none: 'Los correos salen por SMTP: este buzón solo existe cuando no hay un servidor de correo.',
  empty: 'Todavía no hay correos. Por ejemplo, regístrate para recibir uno.',
  all: 'Todos los correos',
  date: 'Fecha',
  to: 'Para',
  subject: 'Asunto',
  replyTo: 'Responder a',
  plain: 'Versión de texto',
  mailbox: 'Buzón de demostración',
}
export type PageWords = typeof PAGE_WORDS_ES
