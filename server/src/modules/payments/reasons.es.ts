/** Reasons why a movement did not complete, for the customer: what happened and what to do. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { formatDateTime } from '../../platform/format-date.ts'

const BATCH_REFUSED = 'El retiro no fue aprobado para enviarlo al banco. Escríbenos desde Contacto para ayudarte.'

/** Texts by code of the payouts provider, or the state of a batch that was refused as a whole. */
const PAYOUT_FAILURES: Readonly<Record<string, string>> = {
  D02: 'El banco de tu cuenta no recibe transferencias en este momento. Usa una cuenta de otro banco.',
  D07: 'El banco dice que el número de cuenta no existe. Revisa los datos de tu cuenta bancaria.',
  D10: 'El banco no permite abonar a esa cuenta. Consulta con tu banco o usa otra cuenta.',
  D11: 'La cuenta no está a tu nombre o no coincide con tu documento. Usa una cuenta propia.',
  D19: 'El banco no pudo procesar la transferencia. Inténtalo de nuevo más tarde.',
  D21: 'Al banco le faltó el nombre del titular. Escríbenos desde Contacto para ayudarte.',
  D24: 'El banco no aceptó el valor de la transferencia. Inténtalo con otro valor.',
  D34: 'El número de cuenta no es válido. Revisa los datos de tu cuenta bancaria.',
  D39: 'El banco no acepta tu tipo de documento. Usa una cuenta de otro banco.',
  D49: 'El banco de tu cuenta no está permitido. Usa una cuenta de otro banco.',
  NOT_APPROVED: BATCH_REFUSED,
  REJECTED: BATCH_REFUSED,
  AFE_REJECTED: BATCH_REFUSED,
  C01: 'La cuenta no existe o está inactiva. Revisa los datos de tu cuenta bancaria.',
}
const PAYOUT_FAILED = 'El banco no aceptó la transferencia. Revisa los datos de tu cuenta bancaria o inténtalo más tarde.'

const moneyIsBack = (sentence: string): string => `${sentence} El dinero ya está de nuevo en tu saldo.`

export const payoutFailure = (code: string | null): string => moneyIsBack(PAYOUT_FAILURES[code ?? ''] ?? PAYOUT_FAILED)
export const PAYOUT_NOT_POSSIBLE = moneyIsBack('No pudimos enviar el retiro al banco. Inténtalo de nuevo más tarde.')
export const WITHDRAWAL_CANCELLED = moneyIsBack('Cancelaste el retiro.')
export const WITHDRAWAL_STOPPED = moneyIsBack('Detuvimos el retiro porque avisaste que no reconocías un movimiento.')
export const WITHDRAWAL_IN_REVIEW =
  'Estamos revisando este retiro antes de enviarlo al banco. Tu dinero sigue reservado, y puedes cancelar el retiro mientras tanto.'
export const WITHDRAWAL_REJECTED = moneyIsBack('Revisamos el retiro y no lo aprobamos. Escríbenos desde Contacto si quieres saber más.')
export const accountIsNew = (payFrom: Date) =>
  `Añadiste o cambiaste esta cuenta hace poco. Por seguridad, desde el ${formatDateTime(payFrom)} enviaremos el dinero al banco.`
export const PAYOUT_UNKNOWN = 'El banco tarda en confirmar. Tu dinero sigue reservado; te avisamos apenas responda.'

export const DEPOSIT_FAILURES = {
  DECLINED: 'Tu banco rechazó el pago. No entró dinero a tu saldo; puedes intentarlo de nuevo.',
  ERROR: 'El banco tuvo un error y el pago no se hizo. No entró dinero a tu saldo; puedes intentarlo de nuevo.',
  VOIDED: 'El pago fue anulado. No entró dinero a tu saldo; puedes intentarlo de nuevo.',
} as const
export const DEPOSIT_REFUSED = 'El medio de pago no aceptó la operación. No entró dinero a tu saldo; revisa tus datos e inténtalo de nuevo.'
export const DEPOSIT_NOT_CREATED = 'No pudimos crear el pago con tu banco. No entró dinero a tu saldo; puedes intentarlo de nuevo.'
export const DEPOSIT_ABOVE_LIMIT =
  'El pago llegó después de que el depósito venció y con él pasas tu límite del mes. Lo estamos revisando: el dinero está guardado y te avisaremos cuando entre a tu saldo.'
export const DEPOSIT_OTHER_PAYER =
  'Tu pago llegó y el dinero está guardado, pero no pudimos confirmar que lo hiciste tú. Lo estamos revisando: te avisaremos cuando entre a tu saldo o lo devolvamos al banco de donde salió.'
export const DEPOSIT_BOOKED =
  'Encontramos un pago tuyo que no estaba en tu saldo. El dinero está guardado y lo estamos revisando: te avisaremos cuando entre a tu saldo o lo devolvamos al banco de donde salió.'
export const DEPOSIT_SENT_BACK =
  'Devolvimos el pago a la cuenta bancaria desde la que lo hiciste. Puede tardar hasta el siguiente día hábil.'
export const DEPOSIT_TAKEN_BACK =
  'Tu banco o el medio de pago anuló este pago después de que entró a tu saldo, así que retiramos su valor. Si crees que es un error, escríbenos desde Contacto.'
export const DEPOSIT_EXPIRED =
  'El pago no se completó en 24 horas. Si tu banco lo aprueba después, entra igual a tu saldo. Si pasa tu límite del mes, lo revisamos antes.'

const TRANSFER_IS_KEPT = 'Tu transferencia llegó y el dinero está guardado'
const TRANSFER_REASONS: Partial<Record<ErrorCode, string>> = {
  'limits.monthly_exceeded': `${TRANSFER_IS_KEPT}, pero con ella pasas tu límite del mes. La estamos revisando: te avisaremos cuando entre a tu saldo o la devolvamos al banco de donde salió.`,
  'identity.consent_needed': `${TRANSFER_IS_KEPT}, pero falta que aceptes las políticas nuevas. La estamos revisando: te avisaremos cuando entre a tu saldo.`,
}
export const TRANSFER_NOT_NOW = `${TRANSFER_IS_KEPT}, pero tu cuenta no puede recibir dinero en este momento. Escríbenos desde Contacto para ayudarte.`
/** Text by code of the refusal. */
export const transferHeld = (code: ErrorCode): string => TRANSFER_REASONS[code] ?? TRANSFER_NOT_NOW
export const TRANSFER_OTHER_PAYER = `${TRANSFER_IS_KEPT}, pero no pudimos confirmar que salió de una cuenta a tu nombre. La estamos revisando: te avisaremos cuando entre a tu saldo o la devolvamos al banco de donde salió.`
export const TRANSFER_SENT_BACK = 'Devolvemos esta transferencia a la cuenta bancaria de donde salió. Puede tardar hasta tres días hábiles.'
