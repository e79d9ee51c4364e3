/** Spanish texts of mails; the English ones are in templates.en.ts. Values are plain text: the layout escapes them. */
import { BRAND } from '../../../../platform/mail/brand.ts'
import type { MailText } from './mail-text.ts'
import type { NoticeMailValues } from './notice-mail.ts'

interface UnfamiliarSignIn {
  when: string
  place: string
  ip: string
  device: string
  /** Until when withdrawals wait; null when they do not. */
  heldUntil: string | null
  confirmUrl: string
  confirmMinutes: number
  denyUrl: string
  denyHours: number
}

/** Values of each mail. Add a mail here and its text below. */
export interface MailTemplates {
  /** With time and address of the sign-up, so that a person with two of these mails opens their own. */
  'identity.activate': { url: string; hours: number; when: string; ip: string }
  'identity.already_registered': { signInUrl: string }
  /** A password reset was requested for an account that its owner closed. */
  'identity.account_closed': { signUpUrl: string }
  'identity.reset_password': { url: string; minutes: number }
  'identity.lost_factor': { url: string; minutes: number; hours: number }
  'identity.appeal': { url: string }
  'identity.confirm_email_old': { newEmail: string; url: string; hours: number }
  'identity.confirm_email_new': { url: string; hours: number }
  'identity.unfamiliar_sign_in': UnfamiliarSignIn
  'staff.invitation': { name: string; roles: string; invitedBy: string; url: string; hours: number }
  /** To the mailbox of an existing account: no link, since that account does not change. */
  'staff.invitation_for_known_address': { signInUrl: string }
  'notifications.notice': NoticeMailValues
  'identity.step_up_code': { code: string; title: string; details: { label: string; value: string }[]; minutes: number }
  'notifications.contact_received': { ticket: string; url: string }
  'notifications.contact': { ticket: string; sender: string; subject: string; message: string }
}

/** The mail of a notice is written in notice-mail.ts, with the text of the bell. */
export type MailTexts = { readonly [T in Exclude<keyof MailTemplates, 'notifications.notice'>]: (values: MailTemplates[T]) => MailText }

export const SPANISH_MAIL_TEXTS: MailTexts = {
  'identity.activate': ({ url, hours, when, ip }) => ({
    subject: `Activa tu cuenta de ${BRAND}`,
    heading: 'Activa tu cuenta',
    paragraphs: [
      `Recibimos una solicitud para crear una cuenta de ${BRAND} con este correo, el ${when}, desde la dirección ${ip}.`,
      `Para activarla, abre el siguiente enlace y escribe la contraseña que elegiste al registrarte. Sirve una sola vez y vence en ${hours} horas.`,
    ],
    action: { label: 'Activar mi cuenta', url },
    note: 'Si no fuiste tú, o esa hora no es la tuya, no abras el enlace: sin él la cuenta no se activa y no tienes que hacer nada más. Nunca te pediremos tu contraseña por correo.',
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
  'identity.account_closed': ({ signUpUrl }) => ({
    subject: `Tu cuenta de ${BRAND} está cerrada`,
    heading: 'Tu cuenta está cerrada',
    paragraphs: [
      `Recibimos una solicitud para elegir una contraseña nueva en ${BRAND} con este correo. La cuenta que tenía este correo se cerró y no se vuelve a abrir, por eso no hay contraseña que cambiar.`,
      'Si quieres volver, regístrate de nuevo con este mismo correo y verifica otra vez tu identidad.',
    ],
    action: { label: 'Registrarme de nuevo', url: signUpUrl },
    note: 'Si no fuiste tú, puedes ignorar este mensaje. Nunca te pediremos tu contraseña por correo.',
  }),
  'identity.reset_password': ({ url, minutes }) => ({
    subject: `Restablece tu contraseña de ${BRAND}`,
    heading: 'Restablece tu contraseña',
    paragraphs: [
      `Recibimos una solicitud para elegir una contraseña nueva para tu cuenta de ${BRAND}.`,
      `Abre el siguiente enlace para hacerlo. Sirve una sola vez y vence en ${minutes} minutos.`,
      'Al cambiarla se cierran todas tus sesiones y, por seguridad, los retiros quedan en pausa por 24 horas.',
    ],
    action: { label: 'Elegir una contraseña nueva', url },
    note: 'Si no fuiste tú, ignora este mensaje: tu contraseña sigue siendo la misma. Nunca te la pediremos por correo.',
  }),
  'identity.lost_factor': ({ url, minutes, hours }) => ({
    subject: `¿Perdiste tu segundo factor de ${BRAND}?`,
    heading: '¿Perdiste tu segundo factor?',
    paragraphs: [
      `Alguien entró con la contraseña de tu cuenta de ${BRAND} y dijo que perdió el segundo factor y los códigos de recuperación.`,
      `Si fuiste tú, abre el siguiente enlace y confirma la solicitud. Sirve una sola vez y vence en ${minutes} minutos.`,
      `Después hay que esperar ${hours} horas. Al final quitamos los segundos factores, cerramos todas las sesiones y te pedimos una contraseña nueva.`,
    ],
    action: { label: 'Pedir que quiten mi segundo factor', url },
    note: 'Si no fuiste tú, no abras el enlace: alguien conoce tu contraseña. Ingresa con tu segundo factor y cámbiala cuanto antes.',
  }),
  'identity.appeal': ({ url }) => ({
    subject: `Escríbenos sobre tu cuenta de ${BRAND}`,
    heading: 'Escríbenos sobre tu cuenta',
    paragraphs: [
      `Pediste un enlace para escribirnos sobre tu cuenta de ${BRAND}, a la que ahora no puedes entrar.`,
      'Ábrelo para contarnos lo que nos ayude a revisarla. Una persona del equipo lee lo que escribas y la respuesta llega a este correo.',
    ],
    action: { label: 'Escribir sobre mi cuenta', url },
    note: 'El enlace es solo para ti y sirve mientras no puedas entrar. Si no lo pediste, ignora este mensaje. Nunca te pediremos tu contraseña por correo.',
  }),
  'identity.confirm_email_old': ({ newEmail, url, hours }) => ({
    subject: `Autoriza el cambio de correo de tu cuenta de ${BRAND}`,
    heading: 'Autoriza el cambio de correo',
    paragraphs: [
      `Pediste que tu cuenta de ${BRAND} use el correo ${newEmail} en lugar de este.`,
      `Si estás de acuerdo, abre el siguiente enlace. Sirve una sola vez y vence en ${hours} horas. También debes abrir el enlace que enviamos al correo nuevo.`,
    ],
    action: { label: 'Autorizar el cambio', url },
    note: 'Si no fuiste tú, no abras el enlace: sin él tu correo no cambia. Alguien conoce tu contraseña: cámbiala cuanto antes.',
  }),
  'identity.confirm_email_new': ({ url, hours }) => ({
    subject: `Confirma tu correo nuevo en ${BRAND}`,
    heading: 'Confirma tu correo nuevo',
    paragraphs: [
      `Alguien pidió usar este correo para su cuenta de ${BRAND}.`,
      `Si fuiste tú, abre el siguiente enlace. Sirve una sola vez y vence en ${hours} horas. También debes abrir el enlace que enviamos a tu correo anterior.`,
    ],
    action: { label: 'Confirmar mi correo', url },
    note: 'Si no fuiste tú, puedes ignorar este mensaje: sin el enlace nada cambia.',
  }),
  'identity.unfamiliar_sign_in': ({ when, place, ip, device, heldUntil, confirmUrl, confirmMinutes, denyUrl, denyHours }) => ({
    subject: `¿Fuiste tú? Nuevo ingreso a tu cuenta de ${BRAND}`,
    heading: '¿Fuiste tú quien inició sesión?',
    paragraphs: [
      'Alguien inició sesión en tu cuenta desde un dispositivo o un lugar que no conocíamos.',
      `Fecha: ${when}\nLugar: ${place}\nIP: ${ip}\nDispositivo: ${device}`,
      ...(heldUntil === null ? [] : [`Por seguridad, hasta el ${heldUntil} los retiros quedan en pausa.`]),
      `Si fuiste tú, confírmalo en los próximos ${confirmMinutes} minutos y no volveremos a preguntarte por este dispositivo ni por este lugar.`,
      `Si no fuiste tú, avísanos en las próximas ${denyHours} horas: cerraremos esa sesión, bloquearemos el dispositivo, pausaremos los retiros por 24 horas y te enviaremos un enlace para cambiar tu contraseña.`,
    ],
    action: { label: 'No fui yo', url: denyUrl },
    otherAction: { label: 'Sí, fui yo', url: confirmUrl },
    note: 'Cada enlace sirve una sola vez. Nunca te pediremos tu contraseña por correo.',
  }),
  'staff.invitation': ({ name, roles, invitedBy, url, hours }) => ({
    subject: `Te invitan al equipo de ${BRAND}`,
    heading: `Hola, ${name}`,
    paragraphs: [
      `${invitedBy} te invita a ser parte del equipo de ${BRAND} como ${roles}.`,
      `Para aceptar, abre el siguiente enlace y elige tu contraseña. Sirve una sola vez y vence en ${hours} horas.`,
      'Después de ingresar te pediremos activar un segundo factor: sin él no verás nada del panel de administración.',
    ],
    action: { label: 'Aceptar la invitación', url },
    note: 'Si no esperabas esta invitación, no abras el enlace: sin él no se crea ninguna cuenta. No reenvíes este mensaje; quien lo tenga puede aceptar en tu lugar. Nunca te pediremos tu contraseña por correo.',
  }),
  'staff.invitation_for_known_address': ({ signInUrl }) => ({
    subject: `Te invitaron al equipo de ${BRAND}`,
    heading: 'Te invitaron al equipo',
    paragraphs: [
      `Alguien del equipo de ${BRAND} te invitó con este correo, pero ya tienes una cuenta con él. No cambiamos nada en ella, y quien te invitó no se entera.`,
      'La cuenta de una persona del equipo es aparte y no puede ser la de un cliente. Pide que te inviten con otro correo, por ejemplo el de tu trabajo.',
    ],
    action: { label: 'Iniciar sesión', url: signInUrl },
    note: 'Si no esperabas esta invitación, puedes ignorar este mensaje. Nunca te pediremos tu contraseña por correo.',
  }),
  'identity.step_up_code': ({ code, title, details, minutes }) => ({
    subject: `Tu código para confirmar en ${BRAND}`,
    heading: 'Confirma que eres tú',
    paragraphs: [
      'Con este código apruebas lo siguiente:',
      [title, ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n'),
      `Código: ${code}`,
      `Sirve una sola vez, solo para esto, y vence en ${minutes} minutos.`,
    ],
    note: 'Si no pediste este código, no se lo des a nadie y cambia tu contraseña. Nunca te lo pediremos por teléfono ni por chat.',
  }),
  'notifications.contact_received': ({ ticket, url }) => ({
    subject: `Recibimos tu solicitud ${ticket}`,
    heading: 'Recibimos tu solicitud',
    paragraphs: [
      `Tu solicitud a ${BRAND} tiene el número ${ticket}. Te responde una persona del equipo, a este correo, en máximo 15 días hábiles.`,
      'En el siguiente enlace ves en qué va. No necesitas una cuenta para abrirlo.',
    ],
    action: { label: 'Ver mi solicitud', url },
    note: 'Si no nos escribiste, alguien se equivocó de correo: puedes ignorar este mensaje. Nunca te pediremos tu contraseña por correo.',
  }),
  'notifications.contact': ({ ticket, sender, subject, message }) => ({
    subject: `[${ticket}] ${subject}`,
    replyTo: sender,
    heading: subject,
    paragraphs: message.split(/\n{2,}/),
    note: `Solicitud ${ticket} del formulario de contacto, enviada por ${sender}. Nadie comprobó que ese correo sea de quien escribe.`,
  }),
}
