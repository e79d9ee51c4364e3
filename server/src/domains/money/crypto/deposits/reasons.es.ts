/** Spanish reasons why a token deposit is not in the balance, for the customer: what happened and what to do. */
const KEPT = 'Las monedas llegaron y están guardadas'

export const SPANISH_REASONS = {
  /** Texts by code of the refusal. */
  review: {
    'limits.monthly_exceeded': `${KEPT}: con este depósito pasas tu límite del mes. Entran solas a tu saldo cuando subas de nivel o empiece otro mes.`,
    'limits.not_verified': `${KEPT}. Entran solas a tu saldo cuando verifiques tu identidad.`,
    'identity.consent_needed': `${KEPT}. Entran solas a tu saldo cuando aceptes las políticas nuevas.`,
  },
  notNow: `${KEPT}, pero tu cuenta no puede recibir dinero en este momento. Escríbenos desde Contacto para ayudarte.`,
  /** Texts by state. */
  ends: {
    BELOW_MINIMUM:
      'Por debajo del mínimo: son tuyas y están guardadas. Entran solas a tu saldo cuando tus envíos pequeños de esta moneda sumen el mínimo.',
    ORPHANED: 'La red reorganizó sus bloques y tu envío quedó por fuera. Casi siempre vuelve a entrar solo en unos minutos.',
    DISPUTED: 'La red reorganizó sus bloques y por ahora no tiene tu envío. Lo dejamos reservado en tu saldo mientras vuelve a entrar.',
    REVERSED: 'La red deshizo el envío y las monedas no llegaron, así que las quitamos de tu saldo. Si vuelven a llegar, entran otra vez.',
  },
}
export type DepositReasons = typeof SPANISH_REASONS
