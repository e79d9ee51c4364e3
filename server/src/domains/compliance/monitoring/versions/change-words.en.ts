/** English phrases about the change of an alert rule and about its backtest, beside change-words.es.ts. */
import { counted } from '../figures-text.ts'
import type { ChangeWords } from './change-words.es.ts'

export const CHANGE_WORDS_EN: ChangeWords = {
  request: 'Request the change of an alert rule',
  reason: 'Reason',
  rule: 'Rule',
  mode: 'Mode',
  from: 'In force from',
  approval: 'The approval',
  backtest: (days) => `Backtest with the last ${days} days`,
  untried: 'There is none with these values',
  none: 'No alert, neither with these values nor with those in force',
  minutes: (minutes) => counted(minutes, 'minute', 'minutes'),
  hours: (hours) => `${hours} hours`,
  tried: (onlyNew, onlyOld, both, work) =>
    `${counted(onlyNew, 'new alert', 'new alerts')}, ${onlyOld} that would not be raised any more and ${both} equal; about ${work} of work`,
}
