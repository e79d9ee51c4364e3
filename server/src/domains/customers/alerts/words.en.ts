/** English phrases of the alerts, beside words.es.ts. */
import { nameOfSeverity, type Severity } from '@tunjo/contract/alert-severity'
import type { AlertWords } from './words.es.ts'

const severity = (value: Severity): string => nameOfSeverity(value, 'en').toLowerCase()

export const ENGLISH_WORDS: AlertWords = {
  severityRaised: (from, to) => `The severity changed from ${severity(from)} to ${severity(to)}.`,
  snoozeEnded: 'The day until which it was postponed arrived.',
  columns: [
    'Alert', 'Type', 'Severity', 'Opening', 'Opened by', 'Opening comment', 'Closing', 'Closed by', 'Closing comment', 'Verdict',
  ], // biome-ignore format: one list
  verdicts: { confirmed: 'Confirmed', false_alarm: 'False alarm' },
  yes: 'Yes',
  no: 'No',
}
