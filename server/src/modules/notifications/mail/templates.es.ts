/** What our mails say. Values are plain text: the layout escapes them. */
import { BRAND } from './brand.ts'

/** Values of each mail. Add a mail here and its text below. */
export interface MailTemplates {
  'identity.activate': { url: string; hours: number }
  'identity.already_registered': { signInUrl: string }
  'notifications.contact': { ticket: string; sender: string; subject: string; message: string }
}

export interface MailText {
  subject: string
  /** Where an answer goes, when not to us. */
  replyTo?: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Last, in small type. */
  note?: string
}

export const MAIL_TEXTS: { readonly [T in keyof MailTemplates]: (values: MailTemplates[T]) => MailText } = {
  'identity.activate': ({ url, hours }) => ({
    subject: `Activa tu cuenta de ${BRAND}`,
    heading: 'Activa tu cuenta',
    paragraphs: [
      `Recibimos una solicitud para crear una cuenta de ${BRAND} con este correo.`,
      `Para activarla, abre el siguiente enlace. Sirve una sola vez y vence en ${hours} horas.`,
    ],
    action: { label: 'Activar mi cuenta', url },
    note: 'Si no fuiste tú, no abras el enlace: sin él la cuenta no se activa y no tienes que hacer nada más.',
  }),
  'identity.already_registered': ({ signInUrl }) => ({
    subject: `Ya tienes una cuenta de ${BRAND}`,
    heading: 'Ya tienes una cuenta',
    paragraphs: [
      `Alguien intentó crear una cuenta de ${BRAND} con este correo, pero ya tienes una. No cambiamos nada en ella.`,
      'Si fuiste tú, inicia sesión con tu contraseña de siempre.',
    ],
    action: { label: 'Iniciar sesión', url: signInUrl },
    note: 'Si no fuiste tú, puedes ignorar este mensaje. Nunca te pediremos tu contraseña por correo.',
  }),
  'notifications.contact': ({ ticket, sender, subject, message }) => ({
    subject: `[${ticket}] ${subject}`,
    replyTo: sender,
    heading: subject,
    paragraphs: message.split(/\n{2,}/),
    note: `Solicitud ${ticket} del formulario de contacto, enviada por ${sender}. Nadie comprobó que ese correo sea de quien escribe.`,
  }),
}
