/** A stored file: thumbnail, weaknesses, and the remove button. */
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconFileTypePdf, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FormFile } from '@tunjo/contract/kyc-drafts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileLinkQuery } from '../../api/kyc.ts'
import { formatBytes } from '../../ui/file-drop/file-check.ts'
import classes from './document-slot.module.css'
import { LateModal } from './late-modal.tsx'

export function StoredFile({ file, onRemove }: { file: FormFile; onRemove?: () => void }) {
  const { t } = useTranslation('verification')
  const { name, mediaType, bytes, quality } = file
  return (
    <div className={classes.kept}>
      {mediaType.startsWith('image/') ? <Thumbnail file={file} /> : <IconFileTypePdf size={32} stroke={1.5} aria-hidden />}
      <div className={classes.about}>
        <p className={classes.name}>{name}</p>
        <p className={classes.note}>{t('slot.arrived', { size: formatBytes(bytes) })}</p>
        {onRemove &&
          quality.warnings.map((warning) => (
            <p key={warning} className={classes.warning}>
              {t(`quality.${warning}`)}
            </p>
          ))}
      </div>
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('slot.remove', { name })} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function Thumbnail({ file: { id, name } }: { file: FormFile }) {
  const { t } = useTranslation('verification')
  const [isLarge, setLarge] = useState(false)
  const link = useQuery(fileLinkQuery(id))
  // The link expires after a minute: a thumbnail rendered again later needs a new one.
  const picture = (className: string | undefined, alt: string) => (
    <img className={className} src={link.data} alt={alt} onError={() => void link.refetch()} />
  )
  if (!link.data) return <Skeleton className={classes.thumbnail} />
  return (
    <>
      <button type="button" className={classes.look} aria-label={t('slot.look', { name })} onClick={() => setLarge(true)}>
        {picture(classes.thumbnail, '')}
      </button>
      <LateModal opened={isLarge} onClose={() => setLarge(false)} title={name} size="lg">
        {picture(classes.large, name)}
      </LateModal>
    </>
  )
}
