/** Spanish phrases of the alerts: stored comments of the system, the table of the history and the answers of a form. */
export const SPANISH_WORDS = {
  severityRaised: (from: string, to: string): string => `La gravedad pasó de ${from} a ${to}.`,
  snoozeEnded: 'Llegó el día hasta el que se pospuso.',
  columns: [
    'Alerta', 'Tipo', 'Gravedad', 'Activación', 'Abierta por', 'Comentario de apertura', 'Cierre', 'Cerrada por', 'Comentario de cierre', 'Veredicto',
  ], // biome-ignore format: one list
  verdicts: { confirmed: 'Había algo', false_alarm: 'Falsa alarma' },
  yes: 'Sí',
  no: 'No',
}
export type AlertWords = typeof SPANISH_WORDS
