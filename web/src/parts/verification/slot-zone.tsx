/** Input area of a slot: drop, choose or photograph; the accepted types are listed below. */
import { Button } from '@mantine/core'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf, formatBytes, kindNames } from '../../ui/file-drop/file-check.ts'
import { useFileIntake } from '../../ui/file-drop/use-file-intake.ts'
import classes from './document-slot.module.css'
import type { SlotFiles } from './use-slot-files.ts'

interface SlotZoneProps {
  files: Pick<SlotFiles, 'rules' | 'isSending'>
  isEmpty: boolean
  /** One document may have several files. */
  takesMany: boolean
  hint: string | undefined
  labelId: string
  rulesId: string
  onTake: (files: readonly File[]) => void
  /** Without it no camera is offered. */
  onPhotograph: (() => void) | undefined
}

export function SlotZone({ files, isEmpty, takesMany, hint, labelId, rulesId, onTake, onPhotograph }: SlotZoneProps) {
  const { t } = useTranslation('verification')
  const chooser = useRef<HTMLInputElement>(null)
  const { zone, input } = useFileIntake(onTake, true)
  const { kinds, bytesMax } = files.rules
  const button = { size: isEmpty ? 'sm' : 'xs', 'aria-describedby': labelId }
  return (
    <div className={classes.zone} data-filled={!isEmpty || undefined} {...zone}>
      {hint && isEmpty && <p className={classes.hint}>{hint}</p>}
      <div className={classes.buttons}>
        {onPhotograph && (
          <Button
            {...button}
            variant={isEmpty ? 'filled' : 'default'}
            disabled={files.isSending}
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={onPhotograph}
          >
            {t(isEmpty ? 'slot.photograph' : 'slot.photographAgain')}
          </Button>
        )}
        <Button
          {...button}
          variant="default"
          disabled={files.isSending && !takesMany}
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => chooser.current?.click()}
        >
          {t(takesMany ? 'slot.chooseMany' : isEmpty ? 'slot.choose' : 'slot.chooseAgain')}
        </Button>
      </div>
      {(isEmpty || takesMany) && (
        <p id={rulesId} className={classes.rules}>
          {t('slot.rules', { types: kindNames(kinds), size: formatBytes(bytesMax) })}
        </p>
      )}
      <input ref={chooser} {...input} aria-labelledby={labelId} accept={acceptOf(kinds)} multiple={takesMany} />
    </div>
  )
}
