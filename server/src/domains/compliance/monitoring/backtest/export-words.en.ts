/** English words of the exported alerts of a backtest, beside export-words.es.ts. */
import type { ExportWords } from './export-words.es.ts'

export const EXPORT_WORDS_EN: ExportWords = {
  rule: 'Rule',
  side: 'Version that raises it',
  person: 'Person',
  at: 'Date',
  severity: 'Severity',
  found: 'What it found',
  sides: { new: 'Only the proposed one', old: 'Only the one in force', both: 'Both' },
  severities: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
}
