/** Spanish reasons why a token withdrawal ended or waits, for the customer. */
export const SPANISH_REASONS = {
  cancelled: 'Cancelaste el retiro: volvió completo a tu saldo.',
  stopped: 'Detuvimos el retiro porque bloqueaste tu cuenta: volvió completo a tu saldo.',
  rejected: 'No pudimos aprobar el retiro: volvió completo a tu saldo. Escríbenos desde Contacto si tienes preguntas.',
  notSent: 'El retiro no salió a la red: volvió completo a tu saldo. Puedes intentarlo de nuevo.',
  reverted: 'La red no aceptó el envío: el retiro volvió completo a tu saldo, con el costo de la red. Puedes intentarlo de nuevo.',
  undelivered:
    'La red deshizo este envío y ya no puede hacerlo: las monedas no llegaron a la dirección. Son tuyas y las tenemos guardadas. Nuestro equipo decide si vuelven a tu saldo o si las enviamos de nuevo, y te avisamos.',
  refunded: 'La red deshizo el envío y las monedas no llegaron: el retiro volvió completo a tu saldo, con el costo de la red.',
  resent:
    'La red deshizo el envío y las monedas no llegaron: lo enviamos de nuevo a la misma dirección. Síguelo en el retiro nuevo de tu historial.',
  anotherTry: 'Enviamos de nuevo un retiro que la red deshizo. Lo aprobaron dos personas de nuestro equipo.',
  heldForReview: 'Dos personas de nuestro equipo lo revisan antes de que salga. Tus monedas están reservadas.',
  inReview: 'Por su valor, dos personas de nuestro equipo lo revisan antes de que salga. Tus monedas están reservadas.',
}
export type WithdrawalReasons = typeof SPANISH_REASONS
