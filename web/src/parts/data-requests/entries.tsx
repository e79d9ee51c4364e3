/** Entries of a personal data request, oldest first. */
import type { DataRequestEntry } from '@tunjo/contract/data-requests'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/date-time.tsx'
import { Attachment } from '../conversations/attachment.tsx'
import classes from './data-requests.module.css'

interface RequestEntriesProps {
  /** Officers see which of them wrote it. */
  entries: readonly (DataRequestEntry & { readonly officer?: string | null })[]
  reader: 'customer' | 'officer'
  freshUrl: (fileId: string) => Promise<string | null>
}

export function RequestEntries({ entries, reader, freshUrl }: RequestEntriesProps) {
  const { t } = useTranslation('data-requests')
  return (
    <ol className={classes.list} aria-label={t('history')}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.row}>
          <p className={classes.facts}>
            <strong>{t(`entries.${entry.kind}`)}</strong>
            <span>{entry.officer || t(entry.author === reader ? 'authors.me' : `authors.${entry.author}`)}</span>
            <DateTime value={new Date(entry.at)} />
          </p>
          {entry.text !== null && <p className={classes.words}>{entry.text}</p>}
          {entry.files.length > 0 && (
            <ul className={classes.list} aria-label={t('attachments')}>
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

/** Signed links expire after a minute, so they are fetched again. */
export const urlIn = (entries: readonly DataRequestEntry[] | undefined, id: string): string | null =>
  entries?.flatMap(({ files }) => files).find((file) => file.id === id)?.fileUrl ?? null
