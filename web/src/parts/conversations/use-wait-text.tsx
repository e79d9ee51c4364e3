/** Deadline of the answer to the customer, or a notice that the customer has to reply. */
import type { Conversation } from '@tunjo/contract/conversations'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date-time.tsx'

type Waiting = Pick<Conversation, 'state' | 'asks' | 'dueAt' | 'isOverdue'>

/** As one sentence. */
export function useWaitText(): (waiting: Waiting) => string {
  const { t } = useTranslation('conversations')
  return ({ state, asks, dueAt, isOverdue }) => {
    if (dueAt !== null) return isOverdue ? t('wait.overdue') : t('wait.due', { at: formatDate(new Date(dueAt)) })
    if (asks) return t('wait.asks')
    return t(state === 'closed' ? 'wait.closed' : 'wait.nothing')
  }
}
