/** Alternative to the built-in camera: a file, or on a phone the camera application of the system. */
import { Button } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf, JPG, PNG } from '../../../ui/file-drop/file-check.ts'
import type { Subject } from './picture-wanted.ts'

interface ChooseFileProps {
  label?: string
  /** Asks a phone for its camera application. */
  subject?: Subject
  onChosen: (picture: File) => void
}

export function ChooseFile({ label, subject, onChosen }: ChooseFileProps) {
  const { t } = useTranslation('verification')
  const input = useRef<HTMLInputElement>(null)

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [picture] = currentTarget.files ?? []
    if (picture) onChosen(picture)
    currentTarget.value = ''
  }

  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()}>
        {label ?? t('picture.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={label ?? t('picture.choose')}
        accept={acceptOf([PNG, JPG])}
        capture={subject && (subject === 'face' ? 'user' : 'environment')}
        onChange={choose}
      />
    </>
  )
}
