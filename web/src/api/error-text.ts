/** What a failed call says to a person. The server's sentences come in the language of the page; these are for answers that are not ours. */
import { phrases } from '../i18n/index.ts'
import { isCallFailed } from './failure.ts'

export function errorText(error: unknown): string {
  if (!isCallFailed(error)) return phrases.t('ui:error.unknown')
  if (error.problem) return error.problem.detail
  return error.status === 0 ? phrases.t('ui:error.unreachable') : phrases.t('ui:error.unknown')
}

export const hasCode = (error: unknown, code: string): boolean => isCallFailed(error) && error.problem?.code === code
