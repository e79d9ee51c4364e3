/** Reasons why a token withdrawal ended or waits, for the customer. */
export const WITHDRAWAL_CANCELLED = 'Cancelaste el retiro: volvió completo a tu saldo.'
export const WITHDRAWAL_STOPPED = 'Detuvimos el retiro porque bloqueaste tu cuenta: volvió completo a tu saldo.'
export const WITHDRAWAL_REJECTED =
  'No pudimos aprobar el retiro: volvió completo a tu saldo. Escríbenos desde Contacto si tienes preguntas.'
export const WITHDRAWAL_NOT_SENT = 'El retiro no salió a la red: volvió completo a tu saldo. Puedes intentarlo de nuevo.'
export const WITHDRAWAL_REVERTED =
  'La red no aceptó el envío: el retiro volvió completo a tu saldo, con el costo de la red. Puedes intentarlo de nuevo.'
export const UNDELIVERED =
  'La red deshizo este envío y ya no puede hacerlo: las monedas no llegaron a la dirección. Son tuyas y las tenemos guardadas. Nuestro equipo decide si vuelven a tu saldo o si las enviamos de nuevo, y te avisamos.'
export const WITHDRAWAL_REFUNDED =
  'La red deshizo el envío y las monedas no llegaron: el retiro volvió completo a tu saldo, con el costo de la red.'
export const WITHDRAWAL_RESENT =
  'La red deshizo el envío y las monedas no llegaron: lo enviamos de nuevo a la misma dirección. Síguelo en el retiro nuevo de tu historial.'
export const ANOTHER_TRY = 'Enviamos de nuevo un retiro que la red deshizo. Lo aprobaron dos personas de nuestro equipo.'
/** Used where the reason must not be disclosed to the customer. */
export const HELD_FOR_REVIEW = 'Dos personas de nuestro equipo lo revisan antes de que salga. Tus monedas están reservadas.'
export const IN_REVIEW = 'Por su valor, dos personas de nuestro equipo lo revisan antes de que salga. Tus monedas están reservadas.'
