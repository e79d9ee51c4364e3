/** Comment of an episode or a finding in the reader's language; what an officer wrote is shown as it is. */
import type { Locale } from '@tunjo/contract/locales'
import { renderStored, type StoredParts } from '../../../platform/phrases/coded-text.ts'
import type { AlertsContext } from './context.ts'
import { COMMENT_WORDS } from './words.ts'

export const writeComment = (
  { commentWords }: Pick<AlertsContext, 'commentWords'>,
  text: string,
  parts: StoredParts | null,
  locale: Locale,
): string => renderStored({ ...commentWords, alerts: COMMENT_WORDS }, { text, parts }, locale)
