/** Attachments of a message: chosen, listed, removed. */
import { Button, Group } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf, checkFile, type FileProblem, kindNames } from '../ui/file-drop/file-check.ts'
import { toast } from '../ui/toast.ts'
import classes from './choose-files.module.css'

interface ChooseFilesProps {
  /** Phrase namespace of the caller. */
  phrases: 'conversations' | 'case-notes' | 'data-requests'
  kinds: Parameters<typeof acceptOf>[0]
  files: readonly File[]
  maximum: number
  onChange: (files: readonly File[]) => void
}

export const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

export function ChooseFiles({ phrases, kinds, files, maximum, onChange }: ChooseFilesProps) {
  const { t } = useTranslation(phrases)
  const { t: tFiles } = useTranslation('files')
  const input = useRef<HTMLInputElement>(null)
  const reasonOf = (problem: FileProblem) => tFiles(problem, { types: kindNames(kinds) })

  /** Among several files only the invalid ones are left out, each by name. The server reports which one is too large. */
  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const added = [...(currentTarget.files ?? [])].filter((file) => !files.some((one) => keyOf(one) === keyOf(file)))
    // The same file may be chosen again.
    currentTarget.value = ''
    const all = [...files]
    for (const file of added) {
      const problem = await checkFile(file, { kinds, bytesMax: Number.POSITIVE_INFINITY })
      if (problem === null) all.push(file)
      else toast.error(tFiles('refused', { name: file.name, reason: reasonOf(problem) }))
    }
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
