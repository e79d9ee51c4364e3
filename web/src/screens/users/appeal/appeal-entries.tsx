/** Messages of an appeal, oldest first. Files need a session: here only their names are shown. */
import type { AppealEntry } from '@tunjo/contract/appeals'
import { useTranslation } from 'react-i18next'
import classes from '../../../parts/conversations/conversations.module.css'
import { DateTime } from '../../../ui/date-time.tsx'

export function AppealEntries({ entries }: { entries: readonly AppealEntry[] }) {
  const { t } = useTranslation('appeal')
  if (entries.length === 0) return <p>{t('thread.none')}</p>
  return (
    <ol className={classes.entries} aria-label={t('thread.history')}>
      {entries.map(({ id, at, author, text, files }) => (
        <li key={id} className={classes.entry} data-author={author} data-mine={author === 'customer' || undefined}>
          <p className={classes.facts}>
            <strong>{t(author === 'customer' ? 'thread.me' : 'thread.team')}</strong>
            <DateTime value={new Date(at)} />
          </p>
          <p className={classes.text}>{text ?? t('thread.erased')}</p>
          {files.length > 0 && <p>{t('thread.files', { names: files.map(({ name }) => name).join(', ') })}</p>}
        </li>
      ))}
    </ol>
  )
}
