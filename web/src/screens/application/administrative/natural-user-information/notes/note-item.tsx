/** One note: who, when and about what; what it says; what it corrects or is corrected by; its attachments. */
import { Anchor, Button } from '@mantine/core'
import type { CaseNote } from '@tunjo/contract/case-notes'
import { useTranslation } from 'react-i18next'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { PaperLink } from '../papers/paper-link.tsx'
import classes from './notes.module.css'

interface NoteItemProps {
  note: CaseNote
  /** Those on the page, to lead from one to the other. */
  notes: readonly CaseNote[]
  freshUrl: (fileId: string) => Promise<string | null>
  /** Null for who writes nothing here. */
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
      <p className={classes.text}>{text ?? t('forgotten')}</p>
      {correctedBy.map((later) => (
        <Reference key={later} label={t('correctedBy')} note={notes.find((one) => one.id === later)} id={later} />
      ))}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('attachments')}>
          {files.map((file) => (
            <li key={file.id}>
              <PaperLink name={file.name} freshUrl={() => freshUrl(file.id)} />
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

/** A note of an older page has no place here to lead to. */
function Reference({ label, note, id }: { label: string; note: CaseNote | undefined; id: string }) {
  return (
    <p className={classes.reference}>
      {label} {note ? <Anchor href={`#${anchorOf(id)}`}>{formatDate(new Date(note.at))}</Anchor> : id.slice(-8)}
    </p>
  )
}
