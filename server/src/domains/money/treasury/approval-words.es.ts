/** Spanish phrases of what officers approve in this module. */
export const SPANISH_WORDS = {
  movement: 'Movimiento',
  amount: 'Valor',
  reason: 'Motivo',
  movements: { sweep: 'De la billetera operativa a la fría', refill: 'De la billetera fría a la operativa' },
  coldWallet: 'Billetera fría',
  target: 'Meta de la billetera operativa',
  propose: 'Proponer un movimiento de la tesorería',
  cancel: 'Cancelar una recarga de la billetera operativa',
  refill: 'Recarga',
}
export type ApprovalWords = typeof SPANISH_WORDS
