/** Spanish phrases of a change of the fees. */
export const SPANISH_WORDS = {
  title: 'Cambiar las tarifas de los intercambios',
  from: 'Vale desde',
  atApproval: 'La aprobación',
  reason: 'Motivo',
  tierFrom: (amount: string) => `desde ${amount}: `,
}
export type ApprovalWords = typeof SPANISH_WORDS
