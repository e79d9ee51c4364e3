/** Entries of a conversation, oldest first: customer, officers, and automatic ones. */
import type { ConversationEntry, Topic } from '@tunjo/contract/conversations'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/date-time.tsx'
import { Attachment } from './attachment.tsx'
import classes from './conversations.module.css'

/** Officers see which of them wrote it. */
export type ShownEntry = ConversationEntry & { readonly officer?: string | null }

interface EntriesProps {
  topic: Topic
  entries: readonly ShownEntry[]
  /** Role of the reader: their own messages are on the right. */
  reader: 'customer' | 'officer'
  freshUrl: (fileId: string) => Promise<string | null>
}

export function Entries({ topic, entries, reader, freshUrl }: EntriesProps) {
  const { t } = useTranslation('conversations')
  return (
    <ol className={classes.entries} aria-label={t('thread')}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry} data-author={entry.author} data-mine={entry.author === reader || undefined}>
          <p className={classes.facts}>
            <strong>{entry.officer || t(entry.author === reader ? 'authors.me' : `authors.${entry.author}`)}</strong>
            <DateTime value={new Date(entry.at)} />
          </p>
          <Words topic={topic} entry={entry} />
          {entry.files.length > 0 && (
            <ul className={classes.files} aria-label={t('attachments')}>
              {entry.files.map((file) => (
                <li key={file.id}>
                  <Attachment name={file.name} kind={file.kind} freshUrl={() => freshUrl(file.id)} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

function Words({ topic, entry: { kind, text, reason, amount } }: { topic: Topic; entry: ShownEntry }) {
  const { t } = useTranslation('conversations')
  if (kind === 'text') return <p className={classes.text}>{text ?? t('erased')}</p>
  return (
    <>
      <p className={classes.text}>{amount !== null && kind === 'held' ? t(`held.${topic}`, { amount }) : t(`said.${topic}.${kind}`)}</p>
      {reason && <p className={classes.reason}>{reason}</p>}
    </>
  )
}
