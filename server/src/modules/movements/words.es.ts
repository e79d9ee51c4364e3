/** Spanish words of movements, for files; the screens have separate phrases. */
import type { Movement, MovementRail, MovementState } from '@tunjo/contract/movements'

export const KIND_WORDS: Readonly<Record<Movement['kind'], string>> = { DEPOSIT: 'Depósito', WITHDRAWAL: 'Retiro', SWAP: 'Intercambio' }

export const RAIL_WORDS: Readonly<Record<MovementRail, string>> = {
  PSE: 'PSE',
  BANK: 'Transferencia bancaria',
  ERC20: 'Red Ethereum (ERC20)',
  EXCHANGE: 'Intercambio',
}

export const STATE_WORDS: Readonly<Record<MovementState, string>> = {
  PENDING: 'Pendiente',
  HELD: 'Pendiente',
  SENDING: 'Enviando',
  UNKNOWN: 'En verificación',
  PROCESSING: 'En proceso',
  IN_REVIEW: 'En revisión',
  COMPLETED: 'Completo',
  FAILED: 'Fallido',
  EXPIRED: 'Vencido',
  RETURNED: 'Devuelto',
  CANCELLED: 'Cancelado',
  BELOW_MINIMUM: 'Menos del mínimo',
  ORPHANED: 'Esperando a la red',
  REQUESTED: 'Por salir',
  APPROVED: 'Por salir',
  SIGNING: 'Enviando',
  SENT: 'Confirmando',
  CONFIRMED: 'Enviado',
  UNDELIVERED: 'No entregado',
  REJECTED: 'Devuelto',
  DISPUTED: 'Esperando a la red',
  REVERSED: 'Deshecho por la red',
  pending: 'Pendiente',
  sent: 'Enviado',
  confirming: 'Confirmando',
  settled: 'Completo',
  refunded: 'Revertido',
}

/** Words by code of the posting (docs/chart-of-accounts.md), for those that change a customer's balance. */
export const LEDGER_WORDS: Readonly<Record<string, string>> = {
  'payments.deposit': 'Depósito desde tu banco',
  'payments.deposit_decided': 'Depósito desde tu banco',
  'payments.deposit_reversed': 'Depósito anulado por tu banco',
  'payments.deposit_written_off': 'Parte de un depósito anulado que asumió Tunjo',
  'payments.withdrawal': 'Retiro a tu banco',
  'crypto.deposit': 'Depósito en la red',
  'crypto.deposit_reversed': 'Depósito deshecho por la red',
  'crypto.deposit_written_off': 'Parte de un depósito deshecho que asumió Tunjo',
  'crypto.write_off_recovered': 'Parte que Tunjo había asumido de un depósito',
  'crypto.withdrawal': 'Retiro en la red',
  'crypto.withdrawal_fee': 'Costo de red de un retiro',
  'crypto.withdrawal_given_back': 'Retiro devuelto por la red',
  'crypto.withdrawal_fee_given_back': 'Costo de red devuelto de un retiro',
  'crypto.found_charged': 'Retiro en la red que el equipo registró',
  'crypto.found_credited': 'Abono en la red que el equipo registró',
  'crypto.inside': 'Traslado entre cuentas de Tunjo',
  'trading.sold': 'Entregado en un intercambio',
  'trading.bought': 'Recibido en un intercambio',
}
