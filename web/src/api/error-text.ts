/**
 * Text of a failed call: every failure is shown, as text (SEC-39, SEC-40, SEC-56). The server's sentences come in the page's language;
 * these texts are for failures without one.
 */

import { phrases } from '../i18n/index.ts'
import { currentLanguage } from '../i18n/language.ts'
import { isCallFailed, isServiceTrouble, UNSURE } from './failure.ts'

export function errorText(error: unknown): string {
  if (!isCallFailed(error)) return phrases.t('ui:error.unknown')
  if (error.problem) return error.problem.detail
  if (error.status === 429) return busyText(error.retryAfterSeconds)
  if (error.message === UNSURE) return phrases.t('ui:error.unsure')
  if (isServiceTrouble(error)) return phrases.t('ui:error.service')
  return error.status === 0 ? phrases.t('ui:error.offline') : phrases.t('ui:error.unknown')
}

/** "Intenta de nuevo en 40 s". */
function busyText(seconds: number | null): string {
  if (seconds === null) return phrases.t('ui:error.busy')
  const wait = new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit: seconds < 90 ? 'second' : 'minute', unitDisplay: 'short' })
  return phrases.t('ui:error.busyFor', { wait: wait.format(seconds < 90 ? seconds : Math.ceil(seconds / 60)) })
}

/** The server's sentence; null without one. */
export const refusalText = (error: unknown): string | null => (isCallFailed(error) ? (error.problem?.detail ?? null) : null)

export const hasCode = (error: unknown, code: string): boolean => isCallFailed(error) && error.problem?.code === code
