/** Partial upload of an earlier visit. The browser no longer has the file; the person has to choose it again. */
import { ActionIcon, Progress } from '@mantine/core'
import { IconPlayerPause, IconX } from '@tabler/icons-react'
import type { UnfinishedUpload } from '@tunjo/contract/kyc-drafts'
import { useTranslation } from 'react-i18next'
import classes from '../../../ui/file-drop/file-drop.module.css'

interface UnfinishedRowProps {
  upload: UnfinishedUpload
  onCancel: () => void
}

export function UnfinishedRow({ upload: { name, bytes, offset }, onCancel }: UnfinishedRowProps) {
  const { t } = useTranslation('verification')
  const percent = Math.floor((offset * 100) / bytes)
  return (
    <li className={classes.file}>
      <IconPlayerPause size={20} aria-hidden className={classes.fileIcon} />
      <div className={classes.fileText}>
        <p className={classes.fileName}>{name}</p>
        <Progress value={percent} size="sm" color="gray" aria-label={name} />
        <p className={classes.fileNote}>{t('upload.unfinished', { percent })}</p>
      </div>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('upload.cancel', { name })} onClick={onCancel}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}
