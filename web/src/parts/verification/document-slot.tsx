/** One document of a form: upload, progress, preview, and the reviewer's text (KYC-06, KYC-17). */
import { Alert } from '@mantine/core'
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { FormFile } from '@tunjo/contract/kyc-drafts'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Subject } from './capture/picture-wanted.ts'
import classes from './document-slot.module.css'
import { accessTo, isSinceReview } from './form-access.ts'
import { Photographer } from './photographer.tsx'
import { loadPieces } from './send-file.ts'
import { isPdfOnly, isPicture, slotOf } from './slot-rules.ts'
import { SlotZone } from './slot-zone.tsx'
import { StoredFile } from './stored-file.tsx'
import type { DraftHandle } from './use-draft.ts'
import { usePhotographer } from './use-photographer.ts'
import { type SlotFiles, useSlotFiles } from './use-slot-files.ts'

const SlotRows = lazyComponent(async () => (await import('./pieces/slot-rows.tsx')).default)

interface DocumentSlotProps {
  level: LevelStatus
  draft: DraftHandle
  /** Name in SLOTS[level.form]. */
  slot: string
  label: string
  hint?: string
  /** Offers the device camera, with a frame for the subject. */
  photograph?: Subject
  /** Called with a picture about to be sent, for example to read it. */
  onPicture?: (picture: File) => void
}

export function DocumentSlot({ level, draft, slot, label, hint, photograph, onPicture }: DocumentSlotProps) {
  const { t } = useTranslation('verification')
  const [labelId, rulesId] = [useId(), useId()]
  const mayAdd = accessTo(level).slot(slot)
  const kind = slotOf(level.form, slot)
  const takesMany = kind.maximum > 1
  const files = useSlotFiles(draft, slot, mayAdd)
  const camera = usePhotographer((picture) => {
    files.add([picture])
    onPicture?.(picture)
  })
  usePiecesOfSending(mayAdd)

  function take(list: readonly File[]): void {
    const [picture] = list
    if (!takesMany && picture && isPicture(picture) && kind.kinds.includes('image')) camera.check(picture)
    else files.add(list)
  }

  const isEmpty = files.kept.length === 0 && files.files.length === 0
  const onPhotograph = photograph && camera.openCamera
  const subject = photograph ?? 'document'
  return (
    <fieldset className={classes.slot} aria-describedby={rulesId} data-slot={slot}>
      <legend id={labelId} className={classes.label}>
        {label}
      </legend>
      <FilesOfSlot level={level} slot={slot} files={files} />
      {mayAdd && !files.isFull && <SlotZone {...{ files, isEmpty, takesMany, hint, labelId, rulesId, onPhotograph }} onTake={take} />}
      {files.isOverfull && (
        <p className={classes.overfull} role="alert">
          {t('slot.tooMany', { maximum: kind.maximum })}
        </p>
      )}
      {camera.shown && <Photographer {...{ subject, label }} {...camera.shown} onPicture={camera.accept} onGiveUp={camera.close} />}
    </fieldset>
  )
}

/** Preloads the upload code after the page is rendered: the connection may be lost when a file is chosen. */
function usePiecesOfSending(mayAdd: boolean): void {
  useEffect(() => {
    if (!mayAdd) return
    SlotRows.preload()
    loadPieces().catch(() => undefined)
  }, [mayAdd])
}

/** Reviewer's text, stored files, and uploads in progress. */
function FilesOfSlot({ level, slot, files }: { level: LevelStatus; slot: string; files: SlotFiles }) {
  const { t } = useTranslation('verification')
  const access = accessTo(level)
  const declined = access.declined(slot)
  const isOwn = (file: FormFile) => isSinceReview(level, file)
  return (
    <>
      {declined && !files.kept.some(isOwn) && (
        <Alert color="red" title={t('declined.title')}>
          {declined}
        </Alert>
      )}
      {files.kept.map((file) => (
        <StoredFile key={file.id} file={file} onRemove={access.slot(slot) && isOwn(file) ? () => void files.removeKept(file) : undefined} />
      ))}
      {(files.files.length > 0 || files.unfinished.length > 0) && (
        <SlotRows files={files} typeText={isPdfOnly(slotOf(level.form, slot)) ? t('slot.pdfOnly') : undefined} />
      )}
    </>
  )
}
