/** Spanish phrases about the change of an alert rule and about its backtest; the English ones are in change-words.en.ts. */
import { counted } from '../figures-text.ts'

export const CHANGE_WORDS_ES = {
  request: 'Pedir el cambio de una regla de alertas',
  reason: 'Motivo',
  rule: 'Regla',
  mode: 'Modo',
  from: 'Vale desde',
  approval: 'La aprobación',
  backtest: (days: number): string => `Prueba con los últimos ${days} días`,
  untried: 'Nadie la ha hecho con estos valores',
  none: 'Ninguna alerta, ni con estos valores ni con los vigentes',
  minutes: (minutes: number): string => counted(minutes, 'minuto', 'minutos'),
  hours: (hours: number): string => `${hours} horas`,
  tried: (onlyNew: number, onlyOld: number, both: number, work: string): string =>
    `${counted(onlyNew, 'alerta nueva', 'alertas nuevas')}, ${onlyOld} que ya no saldrían y ${counted(both, 'igual', 'iguales')}; cerca de ${work} de trabajo`,
}
export type ChangeWords = typeof CHANGE_WORDS_ES
