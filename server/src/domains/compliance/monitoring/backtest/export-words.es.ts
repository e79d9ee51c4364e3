/** Spanish words of the exported alerts of a backtest; the English ones are in export-words.en.ts. */
export const EXPORT_WORDS_ES = {
  rule: 'Regla',
  side: 'Versión que la activa',
  person: 'Persona',
  at: 'Fecha',
  severity: 'Gravedad',
  found: 'Qué encontró',
  sides: { new: 'Solo la propuesta', old: 'Solo la vigente', both: 'Las dos' },
  severities: { low: 'Baja', medium: 'Media', high: 'Alta', critical: 'Crítica' },
}
export type ExportWords = typeof EXPORT_WORDS_ES
