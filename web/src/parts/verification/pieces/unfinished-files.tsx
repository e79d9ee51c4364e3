/** Files of which a part arrived in an earlier visit. The browser does not have them any more; the person does. */
import { ActionIcon, Progress } from '@mantine/core'
import { IconPlayerPause, IconX } from '@tabler/icons-react'
import type { UnfinishedUpload } from '@tunjo/contract/kyc'
import { useTranslation } from 'react-i18next'
import classes from '../../../ui/file-drop/file-drop.module.css'

interface UnfinishedFilesProps {
  uploads: readonly UnfinishedUpload[]
  onCancel: (upload: UnfinishedUpload) => void
}

export default function UnfinishedFiles({ uploads, onCancel }: UnfinishedFilesProps) {
  const { t } = useTranslation('verification')
  return (
    <ul className={classes.files} aria-label={t('upload.list')}>
      {uploads.map((upload) => {
        const { id, name, bytes, offset } = upload
        const percent = Math.floor((offset * 100) / bytes)
        return (
          <li key={id} className={classes.file}>
            <IconPlayerPause size={20} aria-hidden className={classes.fileIcon} />
            <div className={classes.fileText}>
              <p className={classes.fileName}>{name}</p>
              <Progress value={percent} size="sm" color="gray" aria-label={name} />
              <p className={classes.fileNote}>{t('upload.unfinished', { percent })}</p>
            </div>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('upload.cancel', { name })} onClick={() => onCancel(upload)}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
