/** Spanish phrases of a change of the configuration. */
export const SPANISH_WORDS = {
  title: 'Pedir un cambio de la configuración',
  configuration: 'Configuración',
  from: 'Vale desde',
  atApproval: 'La aprobación',
  reason: 'Motivo',
}
export type ApprovalWords = typeof SPANISH_WORDS
