/** Mail of a notice: the text of the bell, with the next action. */

import type { Locale } from '@tunjo/contract/locales'
import { type NoticeFacts, noticeText } from '@tunjo/contract/notice-text'
import { BRAND } from '../../../../platform/mail/brand.ts'
import { mailPreferenceOf } from '../notices/mail-preferences.ts'
import type { MailText } from './mail-text.ts'

export interface NoticeMailValues {
  notice: NoticeFacts
  /** Link "No fui yo". */
  freezeUrl: string | null
  /** Link by which the owner of a blocked account appeals. */
  appealUrl?: string | null
  moreUrl: string | null
}

const PHRASES = {
  es: {
    freeze: 'No fui yo: bloquear mi cuenta',
    freezeNote:
      'Si no fuiste tú, usa este botón. Te pediremos que lo confirmes y enseguida cerraremos todas las sesiones y bloquearemos la cuenta: nadie podrá entrar ni retirar hasta que restablezcas tu contraseña con un enlace enviado a tu correo. Si fuiste tú, no lo uses.',
    appeal: 'Pedir que la revisemos',
    appealAnswer: 'Leer y responder',
    appealNote: `El enlace es solo para ti y sirve mientras no puedas entrar: con él lees y respondes la conversación sobre tu cuenta, y nada más. Nunca te pediremos tu contraseña por correo.`,
    more: `Ver en ${BRAND}`,
    optionalNote: `Puedes elegir qué correos como este recibes en Configuración, dentro de ${BRAND}. Nunca te pediremos tu contraseña por correo.`,
    contractNote: `Te escribimos porque cambian los textos que rigen tu cuenta de ${BRAND}. Nunca te pediremos tu contraseña por correo.`,
    verificationNote: `Te escribimos por la verificación de tu cuenta de ${BRAND}. Nunca te pediremos tu contraseña por correo.`,
    conversationNote: `Te escribimos porque tienes una conversación abierta con nosotros en ${BRAND}. Nunca te pediremos tu contraseña por correo.`,
    workNote: `Te escribimos por tu trabajo como oficial de ${BRAND}. Nunca te pediremos tu contraseña por correo.`,
    note: `Te escribimos porque es un aviso de seguridad de tu cuenta de ${BRAND}. Nunca te pediremos tu contraseña por correo.`,
  },
  en: {
    freeze: 'It was not me: freeze my account',
    freezeNote:
      'If it was not you, use this button. We will ask you to confirm it and then end every session and freeze the account at once: nobody can sign in or withdraw until you reset your password with a link sent to your e-mail. If it was you, do not use it.',
    appeal: 'Ask for a review',
    appealAnswer: 'Read and answer',
    appealNote:
      'The link is for you alone and works while you cannot sign in: with it you read and answer the conversation about your account, and nothing else. We will never ask for your password by mail.',
    more: `See it in ${BRAND}`,
    optionalNote: `You choose which mails like this one you get in Settings, inside ${BRAND}. We will never ask for your password by mail.`,
    contractNote: `We write to you because the texts that govern your ${BRAND} account change. We will never ask for your password by mail.`,
    verificationNote: `We write to you about the verification of your ${BRAND} account. We will never ask for your password by mail.`,
    conversationNote: `We write to you because you have an open conversation with us in ${BRAND}. We will never ask for your password by mail.`,
    workNote: `We write to you about your work as an officer of ${BRAND}. We will never ask for your password by mail.`,
    note: `We write to you because this is a security notice of your ${BRAND} account. We will never ask for your password by mail.`,
  },
} satisfies Record<Locale, object>

export function noticeMail({ notice, freezeUrl, appealUrl = null, moreUrl }: NoticeMailValues, locale: Locale): MailText {
  const { title, text } = noticeText(notice, locale)
  const phrases = PHRASES[locale]
  const common = { subject: `${title} · ${BRAND}`, heading: title, paragraphs: [text] }
  if (freezeUrl !== null) return { ...common, action: { label: phrases.freeze, url: freezeUrl }, note: phrases.freezeNote }
  if (appealUrl !== null) {
    const label = notice.kind === 'conversations.appeal_answered' ? phrases.appealAnswer : phrases.appeal
    return { ...common, action: { label, url: appealUrl }, note: phrases.appealNote }
  }
  return { ...common, ...(moreUrl === null ? {} : { action: { label: phrases.more, url: moreUrl } }), note: noteOf(notice.kind, phrases) }
}

/** Reason for this mail. */
function noteOf(kind: NoticeFacts['kind'], phrases: (typeof PHRASES)[Locale]): string {
  if (mailPreferenceOf(kind) !== null) return phrases.optionalNote
  if (kind === 'identity.policy_changed') return phrases.contractNote
  if (kind.startsWith('conversations.')) return phrases.conversationNote
  if (kind.startsWith('deadlines.')) return phrases.workNote
  return kind.startsWith('kyc.') ? phrases.verificationNote : phrases.note
}
