/** Spanish reasons why a movement did not complete, for the customer: what happened and what to do. */
const moneyIsBack = (sentence: string): string => `${sentence} El dinero ya está de nuevo en tu saldo.`
const BATCH_REFUSED = moneyIsBack('El retiro no fue aprobado para enviarlo al banco. Escríbenos desde Contacto para ayudarte.')
const TRANSFER_IS_KEPT = 'Tu transferencia llegó y el dinero está guardado'

export const SPANISH_REASONS = {
  /** Texts by code of the payouts provider, or the state of a batch that was refused as a whole. */
  payoutFailures: {
    D02: moneyIsBack('El banco de tu cuenta no recibe transferencias en este momento. Usa una cuenta de otro banco.'),
    D07: moneyIsBack('El banco dice que el número de cuenta no existe. Revisa los datos de tu cuenta bancaria.'),
    D10: moneyIsBack('El banco no permite abonar a esa cuenta. Consulta con tu banco o usa otra cuenta.'),
    D11: moneyIsBack('La cuenta no está a tu nombre o no coincide con tu documento. Usa una cuenta propia.'),
    D19: moneyIsBack('El banco no pudo procesar la transferencia. Inténtalo de nuevo más tarde.'),
    D21: moneyIsBack('Al banco le faltó el nombre del titular. Escríbenos desde Contacto para ayudarte.'),
    D24: moneyIsBack('El banco no aceptó el valor de la transferencia. Inténtalo con otro valor.'),
    D34: moneyIsBack('El número de cuenta no es válido. Revisa los datos de tu cuenta bancaria.'),
    D39: moneyIsBack('El banco no acepta tu tipo de documento. Usa una cuenta de otro banco.'),
    D49: moneyIsBack('El banco de tu cuenta no está permitido. Usa una cuenta de otro banco.'),
    NOT_APPROVED: BATCH_REFUSED,
    REJECTED: BATCH_REFUSED,
    AFE_REJECTED: BATCH_REFUSED,
    C01: moneyIsBack('La cuenta no existe o está inactiva. Revisa los datos de tu cuenta bancaria.'),
  },
  payoutFailed: moneyIsBack('El banco no aceptó la transferencia. Revisa los datos de tu cuenta bancaria o inténtalo más tarde.'),
  payoutNotPossible: moneyIsBack('No pudimos enviar el retiro al banco. Inténtalo de nuevo más tarde.'),
  payoutUnknown: 'El banco tarda en confirmar. Tu dinero sigue reservado; te avisamos apenas responda.',
  withdrawalCancelled: moneyIsBack('Cancelaste el retiro.'),
  withdrawalStopped: moneyIsBack('Detuvimos el retiro porque avisaste que no reconocías un movimiento.'),
  withdrawalInReview:
    'Estamos revisando este retiro antes de enviarlo al banco. Tu dinero sigue reservado, y puedes cancelar el retiro mientras tanto.',
  withdrawalRejected: moneyIsBack('Revisamos el retiro y no lo aprobamos. Escríbenos desde Contacto si quieres saber más.'),
  accountIsNew: (payFrom: string): string =>
    `Añadiste o cambiaste esta cuenta hace poco. Por seguridad, desde el ${payFrom} enviaremos el dinero al banco.`,
  depositFailures: {
    DECLINED: 'Tu banco rechazó el pago. No entró dinero a tu saldo; puedes intentarlo de nuevo.',
    ERROR: 'El banco tuvo un error y el pago no se hizo. No entró dinero a tu saldo; puedes intentarlo de nuevo.',
    VOIDED: 'El pago fue anulado. No entró dinero a tu saldo; puedes intentarlo de nuevo.',
  },
  depositRefused: 'El medio de pago no aceptó la operación. No entró dinero a tu saldo; revisa tus datos e inténtalo de nuevo.',
  depositNotCreated: 'No pudimos crear el pago con tu banco. No entró dinero a tu saldo; puedes intentarlo de nuevo.',
  depositAboveLimit:
    'El pago llegó después de que el depósito venció y con él pasas tu límite del mes. Lo estamos revisando: el dinero está guardado y te avisaremos cuando entre a tu saldo.',
  depositOfOtherPayer:
    'Tu pago llegó y el dinero está guardado, pero no pudimos confirmar que lo hiciste tú. Lo estamos revisando: te avisaremos cuando entre a tu saldo o lo devolvamos al banco de donde salió.',
  depositBooked:
    'Encontramos un pago tuyo que no estaba en tu saldo. El dinero está guardado y lo estamos revisando: te avisaremos cuando entre a tu saldo o lo devolvamos al banco de donde salió.',
  depositSentBack: 'Devolvimos el pago a la cuenta bancaria desde la que lo hiciste. Puede tardar hasta el siguiente día hábil.',
  depositTakenBack:
    'Tu banco o el medio de pago anuló este pago después de que entró a tu saldo, así que retiramos su valor. Si crees que es un error, escríbenos desde Contacto.',
  depositExpired:
    'El pago no se completó en 24 horas. Si tu banco lo aprueba después, entra igual a tu saldo. Si pasa tu límite del mes, lo revisamos antes.',
  /** Texts by code of the refusal. */
  transferHeld: {
    'limits.monthly_exceeded': `${TRANSFER_IS_KEPT}, pero con ella pasas tu límite del mes. La estamos revisando: te avisaremos cuando entre a tu saldo o la devolvamos al banco de donde salió.`,
    'identity.consent_needed': `${TRANSFER_IS_KEPT}, pero falta que aceptes las políticas nuevas. La estamos revisando: te avisaremos cuando entre a tu saldo.`,
  },
  transferNotNow: `${TRANSFER_IS_KEPT}, pero tu cuenta no puede recibir dinero en este momento. Escríbenos desde Contacto para ayudarte.`,
  transferTooSmall: `${TRANSFER_IS_KEPT}, pero es menor que el mínimo de un depósito. La estamos revisando: te avisaremos cuando entre a tu saldo o la devolvamos al banco de donde salió.`,
  transferOfOtherPayer: `${TRANSFER_IS_KEPT}, pero no pudimos confirmar que salió de una cuenta a tu nombre. La estamos revisando: te avisaremos cuando entre a tu saldo o la devolvamos al banco de donde salió.`,
  transferSentBack: 'Devolvemos esta transferencia a la cuenta bancaria de donde salió. Puede tardar hasta tres días hábiles.',
}
export type PaymentReasons = typeof SPANISH_REASONS
