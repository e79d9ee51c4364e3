/** Spanish words of movements, for files: the screens have their own phrases. */
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
  REJECTED: 'Devuelto',
  DISPUTED: 'Esperando a la red',
  REVERSED: 'Deshecho por la red',
  pending: 'Pendiente',
  sent: 'Enviado',
  confirming: 'Confirmando',
  settled: 'Completo',
  refunded: 'Revertido',
}
