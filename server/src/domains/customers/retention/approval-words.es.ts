/** Spanish phrases of approvals about legal holds. */
export const SPANISH_WORDS = {
  reason: 'Motivo',
  user: 'Usuario',
  hold: 'Conservación',
  legalHold: 'Conservación legal',
  lifted: 'Levantada',
  place: 'Poner una conservación legal',
  lift: 'Levantar una conservación legal',
}
export type ApprovalWords = typeof SPANISH_WORDS
