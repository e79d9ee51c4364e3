/** Where files are given: dragged, chosen, pasted, or photographed on a phone. Each is checked here and sent at once. */
import { Button } from '@mantine/core'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf, formatBytes, kindNames } from './file-check.ts'
import classes from './file-drop.module.css'
import { FileRow } from './file-row.tsx'
import { type FileUploadOptions, useFileUploads } from './use-file-uploads.ts'

interface FileDropProps extends FileUploadOptions {
  label: string
  /** Offers the camera on phones: of the back for documents, of the front for the own face. */
  camera?: 'environment' | 'user'
  disabled?: boolean
}

export function FileDrop({ label, camera, disabled = false, rules, upload, reasonOf, onRemoved }: FileDropProps) {
  const { t } = useTranslation('ui')
  const [labelId, rulesId] = [useId(), useId()]
  const chooser = useRef<HTMLInputElement>(null)
  const photographer = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { files, isOverfull, add, retry, remove } = useFileUploads({ rules, upload, reasonOf, onRemoved })

  function take(list: FileList | null | undefined): void {
    if (!disabled && list && list.length > 0) add([...list])
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    take(currentTarget.files)
    // So that the same file can be chosen again after it was removed.
    currentTarget.value = ''
  }

  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(!disabled && event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer.files)
  }

  const input = { type: 'file', hidden: true, tabIndex: -1, 'aria-labelledby': labelId, onChange: choose } as const
  return (
    <fieldset className={classes.field} disabled={disabled} aria-describedby={rulesId}>
      <legend id={labelId} className={classes.label}>
        {label}
      </legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the buttons inside do the same by keyboard */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drag}
        onPaste={(event: ClipboardEvent) => take(event.clipboardData.files)}
      >
        <IconUpload size={24} stroke={1.5} aria-hidden />
        <p className={classes.hint}>{t(rules.filesMax === 1 ? 'files.dropOne' : 'files.drop')}</p>
        <div className={classes.buttons}>
          <Button size="sm" variant="default" disabled={disabled} aria-describedby={labelId} onClick={() => chooser.current?.click()}>
            {t('files.choose')}
          </Button>
          {camera && (
            <Button
              size="sm"
              variant="default"
              className={classes.camera}
              disabled={disabled}
              aria-describedby={labelId}
              leftSection={<IconCamera size={18} aria-hidden />}
              onClick={() => photographer.current?.click()}
            >
              {t('files.camera')}
            </Button>
          )}
        </div>
        <p id={rulesId} className={classes.rules}>
          {t('files.rules', { types: kindNames(rules.kinds), size: formatBytes(rules.bytesMax) })}
        </p>
        <input ref={chooser} {...input} accept={acceptOf(rules.kinds)} multiple={rules.filesMax > 1} />
        {camera && <input ref={photographer} {...input} accept="image/*" capture={camera} />}
      </div>
      {isOverfull && (
        <p className={classes.overfull} role="alert">
          {t('files.tooMany', { count: rules.filesMax, maximum: rules.filesMax })}
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('files.list')}>
          {files.map((listed) => (
            <FileRow key={listed.id} listed={listed} rules={rules} onRetry={() => retry(listed)} onRemove={() => remove(listed)} />
          ))}
        </ul>
      )}
    </fieldset>
  )
}
