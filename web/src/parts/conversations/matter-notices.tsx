/** Notices on the screen concerned: held, declined or reviewed matters, deadline of the answer, and a link to reply. */
import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Topic } from '@tunjo/contract/conversations'
import { useTranslation } from 'react-i18next'
import { openConversationsQuery } from '../../api/conversations.ts'
import { StepBanner } from '../step-banner.tsx'
import classes from './conversations.module.css'
import { useWaitText } from './use-wait-text.tsx'

const SHOWN_MAX = 3

interface MatterNoticesProps {
  topics: readonly Topic[]
  /** Set where the page itself has no spacing between its parts. */
  isApart?: boolean
}

/** Empty without conversations or without an answer: the page has another purpose. */
export function MatterNotices({ topics, isApart = false }: MatterNoticesProps) {
  const { t } = useTranslation('conversations')
  const waitText = useWaitText()
  const { data = [] } = useQuery(openConversationsQuery)
  const shown = data.filter(({ topic, asks, dueAt, unread }) => topics.includes(topic) && (asks || dueAt !== null || unread > 0))
  if (shown.length === 0) return null
  return (
    <div className={classes.notices} data-apart={isApart || undefined}>
      {shown.slice(0, SHOWN_MAX).map((conversation) => (
        <StepBanner
          key={conversation.id}
          icon={<IconMessage size={24} stroke={1.6} />}
          title={t(`banner.${conversation.topic}`)}
          text={waitText(conversation)}
          action={
            <Button component={Link} to={`/application/messages/${conversation.id}`} size="sm">
              {t(conversation.unread > 0 ? 'readAndAnswer' : 'open')}
            </Button>
          }
        />
      ))}
    </div>
  )
}
