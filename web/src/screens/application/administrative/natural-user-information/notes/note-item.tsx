/** One note: officer, time, topic, text, corrections and attachments. */
import { Anchor, Button } from '@mantine/core'
import type { CaseNote } from '@tunjo/contract/case-notes'
import { useTranslation } from 'react-i18next'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { DocumentLink } from '../documents/document-link.tsx'
import classes from './notes.module.css'

interface NoteItemProps {
  note: CaseNote
  /** Notes on the page, for links between them. */
  notes: readonly CaseNote[]
  freshUrl: (fileId: string) => Promise<string | null>
  /** Null when the officer may not write here. */
  onCorrect: (() => void) | null
}

const anchorOf = (id: string): string => `nota-${id}`

export function NoteItem({ note, notes, freshUrl, onCorrect }: NoteItemProps) {
  const { t } = useTranslation('case-notes')
  const { id, at, author, category, text, corrects, correctedBy, files } = note
  return (
    <li id={anchorOf(id)} className={classes.note} data-corrected={correctedBy.length > 0 || undefined}>
      <p className={classes.facts}>
        <StatusBadge kind="neutral">{t(`categories.${category}`)}</StatusBadge>
        <strong>{author}</strong>
        <DateTime value={new Date(at)} />
      </p>
      {corrects && <Reference label={t('corrects')} note={notes.find((one) => one.id === corrects)} id={corrects} />}
      <p className={classes.text}>{text ?? t('erased')}</p>
      {correctedBy.map((later) => (
        <Reference key={later} label={t('correctedBy')} note={notes.find((one) => one.id === later)} id={later} />
      ))}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('attachments')}>
          {files.map((file) => (
            <li key={file.id}>
              <DocumentLink name={file.name} freshUrl={() => freshUrl(file.id)} />
            </li>
          ))}
        </ul>
      )}
      {onCorrect && (
        <Button variant="default" size="xs" onClick={onCorrect} aria-label={t('correctLabel', { author, at: formatDate(new Date(at)) })}>
          {t('correct')}
        </Button>
      )}
    </li>
  )
}

/** A note on an older page cannot be linked. */
function Reference({ label, note, id }: { label: string; note: CaseNote | undefined; id: string }) {
  return (
    <p className={classes.reference}>
      {label} {note ? <Anchor href={`#${anchorOf(id)}`}>{formatDate(new Date(note.at))}</Anchor> : id.slice(-8)}
    </p>
  )
}
