/** Files that go with what a person writes: chosen, named, taken off again. */
import { Button, Group } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf } from '../ui/file-drop/file-check.ts'
import { toast } from '../ui/toast.ts'
import classes from './choose-files.module.css'

interface ChooseFilesProps {
  /** Its words for this. */
  phrases: 'conversations' | 'case-notes' | 'data-requests'
  kinds: Parameters<typeof acceptOf>[0]
  files: readonly File[]
  maximum: number
  onChange: (files: readonly File[]) => void
}

export const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

export function ChooseFiles({ phrases, kinds, files, maximum, onChange }: ChooseFilesProps) {
  const { t } = useTranslation(phrases)
  const input = useRef<HTMLInputElement>(null)
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const added = [...(event.currentTarget.files ?? [])].filter((file) => !files.some((one) => keyOf(one) === keyOf(file)))
    const all = [...files, ...added]
    // The same file may be chosen again.
    event.currentTarget.value = ''
    if (all.length > maximum) toast.error(t('tooMany', { count: maximum }))
    else onChange(all)
  }
  return (
    <>
      <input ref={input} type="file" accept={acceptOf(kinds)} multiple hidden aria-label={t('attach')} onChange={choose} />
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('attachments')}>
          {files.map((file) => (
            <li key={keyOf(file)}>
              <span>{file.name}</span>
              <Button
                variant="subtle"
                size="xs"
                onClick={() => onChange(files.filter((other) => other !== file))}
                aria-label={t('removeLabel', { name: file.name })}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" size="sm" onClick={() => input.current?.click()}>
          {t('attach')}
        </Button>
      </Group>
    </>
  )
}
