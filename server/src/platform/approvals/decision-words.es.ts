/** Spanish phrases about the decision of a request. */
export const SPANISH_WORDS = {
  decisions: {
    approve: 'Aprobar',
    refuse: 'Rechazar',
    withdraw: 'Retirar la solicitud',
    breakGlass: 'Ejecutar sin segunda aprobación',
    review: 'Revisar una ejecución de emergencia',
  },
  subject: 'Sobre',
  note: 'Nota',
  reversalReason: 'Se revisó una ejecución de emergencia y no estaba justificada: esto la deshace.',
}
export type DecisionWords = typeof SPANISH_WORDS
