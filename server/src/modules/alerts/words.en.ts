/** English phrases of the alerts, beside words.es.ts. */
import type { AlertWords } from './words.es.ts'

export const ENGLISH_WORDS: AlertWords = {
  severityRaised: (from, to) => `The severity changed from ${from} to ${to}.`,
  snoozeEnded: 'The day until which it was postponed arrived.',
  columns: [
    'Alert', 'Type', 'Severity', 'Opening', 'Opened by', 'Opening comment', 'Closing', 'Closed by', 'Closing comment', 'Verdict',
  ], // biome-ignore format: one list
  verdicts: { confirmed: 'Confirmed', false_alarm: 'False alarm' },
  yes: 'Yes',
  no: 'No',
}
