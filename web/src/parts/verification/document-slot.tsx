/** One document of a form: how it gets there, how far it is, what it looks like, and what a reviewer said about it (KYC-06, KYC-17). */
import { Alert, Button } from '@mantine/core'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import type { LevelStatus } from '@tunjo/contract/kyc'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf, formatBytes, kindNames } from '../../ui/file-drop/file-check.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Subject } from './capture/picture-wanted.ts'
import classes from './document-slot.module.css'
import { accessTo, isSinceReview } from './form-access.ts'
import { KeptFile } from './kept-file.tsx'
import { Photographer } from './photographer.tsx'
import { loadPieces } from './send-file.ts'
import { isPdfOnly, isPicture, slotOf } from './slot-rules.ts'
import type { DraftHandle } from './use-draft.ts'
import { useSlotFiles } from './use-slot-files.ts'

const SlotRows = lazyComponent(async () => (await import('./pieces/slot-rows.tsx')).default)

interface DocumentSlotProps {
  level: LevelStatus
  draft: DraftHandle
  /** Name in SLOTS[level.form]. */
  slot: string
  label: string
  hint?: string
  /** Offers the camera of the device, with a frame for what is photographed. */
  photograph?: Subject
  /** Looks at a picture that is about to be sent, for example to read it. */
  onPicture?: (picture: File) => void
}

export function DocumentSlot({ level, draft, slot, label, hint, photograph, onPicture }: DocumentSlotProps) {
  const { t } = useTranslation('verification')
  const [labelId, rulesId] = [useId(), useId()]
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isCameraOpen, setCameraOpen] = useState(false)
  const [checked, setChecked] = useState<File | null>(null)
  const access = accessTo(level)
  const mayAdd = access.slot(slot)
  const files = useSlotFiles(draft, slot, mayAdd)
  const declined = access.declined(slot)
  const kind = slotOf(level.form, slot)
  const isEmpty = files.kept.length === 0 && files.files.length === 0

  useEffect(() => {
    // Once the page is drawn: where a file is chosen there may be no connection to bring it.
    if (mayAdd) {
      SlotRows.preload()
      loadPieces().catch(() => undefined)
    }
  }, [mayAdd])

  function take(list: readonly File[]): void {
    if (!mayAdd) return
    const [picture] = list
    if (kind.maximum === 1 && picture && isPicture(picture) && kind.kinds.includes('image')) setChecked(picture)
    else if (list.length > 0) files.add(list)
  }
  function send(picture: File): void {
    setChecked(null)
    setCameraOpen(false)
    files.add([picture])
    onPicture?.(picture)
  }
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    take([...(currentTarget.files ?? [])])
    // So that the same file can be chosen again after it was removed.
    currentTarget.value = ''
  }
  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(mayAdd && event.type === 'dragover')
    if (event.type === 'drop') take([...event.dataTransfer.files])
  }

  return (
    <fieldset className={classes.slot} aria-describedby={rulesId} data-slot={slot}>
      <legend id={labelId} className={classes.label}>
        {label}
      </legend>
      {declined && !files.kept.some((file) => isSinceReview(level, file)) && (
        <Alert color="red" title={t('declined.title')}>
          {declined}
        </Alert>
      )}
      {files.kept.map((file) => (
        <KeptFile
          key={file.id}
          file={file}
          onRemove={mayAdd && isSinceReview(level, file) ? () => void files.removeKept(file) : undefined}
        />
      ))}
      {(files.files.length > 0 || files.unfinished.length > 0) && (
        <SlotRows files={files} typeText={isPdfOnly(kind) ? t('slot.pdfOnly') : undefined} />
      )}
      {mayAdd && !files.isFull && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the buttons inside do the same by keyboard
        <div
          className={classes.zone}
          data-over={isOver || undefined}
          data-filled={!isEmpty || undefined}
          onDragOver={drag}
          onDragLeave={drag}
          onDrop={drag}
        >
          {hint && isEmpty && <p className={classes.hint}>{hint}</p>}
          <div className={classes.buttons}>
            {photograph && (
              <Button
                size={isEmpty ? 'sm' : 'xs'}
                variant={isEmpty ? 'filled' : 'default'}
                disabled={files.isSending}
                aria-describedby={labelId}
                leftSection={<IconCamera size={18} aria-hidden />}
                onClick={() => setCameraOpen(true)}
              >
                {t(isEmpty ? 'slot.photograph' : 'slot.photographAgain')}
              </Button>
            )}
            <Button
              size={isEmpty ? 'sm' : 'xs'}
              variant="default"
              disabled={files.isSending && kind.maximum === 1}
              aria-describedby={labelId}
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={() => chooser.current?.click()}
            >
              {t(kind.maximum > 1 ? 'slot.chooseMany' : isEmpty ? 'slot.choose' : 'slot.chooseAgain')}
            </Button>
          </div>
          {(isEmpty || kind.maximum > 1) && (
            <p id={rulesId} className={classes.rules}>
              {t('slot.rules', { types: kindNames(files.rules.kinds), size: formatBytes(files.rules.bytesMax) })}
            </p>
          )}
          <input
            ref={chooser}
            type="file"
            hidden
            tabIndex={-1}
            aria-labelledby={labelId}
            onChange={choose}
            accept={acceptOf(files.rules.kinds)}
            multiple={kind.maximum > 1}
          />
        </div>
      )}
      {files.isOverfull && (
        <p className={classes.overfull} role="alert">
          {t('slot.tooMany', { maximum: kind.maximum })}
        </p>
      )}
      {(isCameraOpen || checked) && (
        <Photographer
          subject={photograph ?? 'document'}
          label={label}
          given={checked}
          onPicture={send}
          onGiveUp={() => {
            setChecked(null)
            setCameraOpen(false)
          }}
        />
      )}
    </fieldset>
  )
}
