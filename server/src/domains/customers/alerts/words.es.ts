/** Spanish phrases of the alerts: stored comments of the system, the table of the history and the answers of a form. */
import { nameOfSeverity, type Severity } from '@tunjo/contract/alert-severity'

const severity = (value: Severity): string => nameOfSeverity(value, 'es').toLowerCase()

export const SPANISH_WORDS = {
  severityRaised: (from: Severity, to: Severity): string => `La gravedad pasó de ${severity(from)} a ${severity(to)}.`,
  snoozeEnded: 'Llegó el día hasta el que se pospuso.',
  columns: [
    'Alerta', 'Tipo', 'Gravedad', 'Activación', 'Abierta por', 'Comentario de apertura', 'Cierre', 'Cerrada por', 'Comentario de cierre', 'Veredicto',
  ], // biome-ignore format: one list
  verdicts: { confirmed: 'Había algo', false_alarm: 'Falsa alarma' },
  yes: 'Sí',
  no: 'No',
}
export type AlertWords = typeof SPANISH_WORDS
