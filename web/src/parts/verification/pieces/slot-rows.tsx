/** Files of a slot that the server does not have completely: partial ones of an earlier visit, and those in progress. */
import { useTranslation } from 'react-i18next'
import { FileRow } from '../../../ui/file-drop/file-row.tsx'
import classes from '../document-slot.module.css'
import { tryNow } from '../pending-uploads.ts'
import type { SlotFiles } from '../use-slot-files.ts'
import { UnfinishedRow } from './unfinished-row.tsx'

interface SlotRowsProps {
  files: SlotFiles
  /** Specific text for a file of the wrong type. */
  typeText?: string
}

export default function SlotRows({ files, typeText }: SlotRowsProps) {
  const { t } = useTranslation('verification')
  return (
    <>
      {files.unfinished.length > 0 && (
        <ul className={classes.list} aria-label={t('upload.list')}>
          {files.unfinished.map((upload) => (
            <UnfinishedRow key={upload.id} upload={upload} onCancel={() => void files.cancel(upload)} />
          ))}
        </ul>
      )}
      {files.files.length > 0 && (
        <ul className={classes.list} aria-label={t('slot.sending')}>
          {files.files.map((listed) => (
            <FileRow
              key={listed.id}
              listed={listed}
              rules={files.rules}
              typeText={typeText}
              sendingText={t(`upload.${listed.phase}`)}
              onRetry={() => (listed.state === 'failed' ? files.retry(listed) : tryNow())}
              onRemove={() => files.remove(listed)}
            />
          ))}
        </ul>
      )}
    </>
  )
}
