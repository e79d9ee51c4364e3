/** File drop zone: dragged, chosen, pasted, or photographed on a phone. Each file is checked here and uploaded immediately. */
import { Button } from '@mantine/core'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { type ClipboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf, formatBytes, kindNames } from './file-check.ts'
import classes from './file-drop.module.css'
import { FileRow } from './file-row.tsx'
import { useFileIntake } from './use-file-intake.ts'
import { type FileUploadOptions, useFileUploads } from './use-file-uploads.ts'

interface FileDropProps extends FileUploadOptions {
  label: string
  /** Offers the camera on phones: the back one for documents, the front one for a selfie. */
  camera?: 'environment' | 'user'
  disabled?: boolean
}

export function FileDrop({ label, camera, disabled = false, rules, upload, reasonOf, onRemoved }: FileDropProps) {
  const { t } = useTranslation('files')
  const [labelId, rulesId] = [useId(), useId()]
  const chooser = useRef<HTMLInputElement>(null)
  const photographer = useRef<HTMLInputElement>(null)
  const { files, isOverfull, add, retry, remove } = useFileUploads({ rules, upload, reasonOf, onRemoved })

  const { zone, input, give } = useFileIntake(add, !disabled)
  return (
    <fieldset className={classes.field} disabled={disabled} aria-describedby={rulesId}>
      <legend id={labelId} className={classes.label}>
        {label}
      </legend>
      <div className={classes.zone} {...zone} onPaste={(event: ClipboardEvent) => give(event.clipboardData.files)}>
        <IconUpload size={24} stroke={1.5} aria-hidden />
        <p className={classes.hint}>{t(rules.filesMax === 1 ? 'dropOne' : 'drop')}</p>
        <div className={classes.buttons}>
          <Button size="sm" variant="default" disabled={disabled} aria-describedby={labelId} onClick={() => chooser.current?.click()}>
            {t('choose')}
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
              {t('camera')}
            </Button>
          )}
        </div>
        <p id={rulesId} className={classes.rules}>
          {t('rules', { types: kindNames(rules.kinds), size: formatBytes(rules.bytesMax) })}
        </p>
        <input ref={chooser} {...input} aria-labelledby={labelId} accept={acceptOf(rules.kinds)} multiple={rules.filesMax > 1} />
        {camera && <input ref={photographer} {...input} aria-labelledby={labelId} accept="image/*" capture={camera} />}
      </div>
      {isOverfull && (
        <p className={classes.overfull} role="alert">
          {t('tooMany', { count: rules.filesMax, maximum: rules.filesMax })}
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('list')}>
          {files.map((listed) => (
            <FileRow key={listed.id} listed={listed} rules={rules} onRetry={() => retry(listed)} onRemove={() => remove(listed)} />
          ))}
        </ul>
      )}
    </fieldset>
  )
}
