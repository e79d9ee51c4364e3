/** One file of a drop zone: progress, reason of a refusal, and its two buttons. */
import { ActionIcon, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FileRules, formatBytes, kindNames } from './file-check.ts'
import classes from './file-drop.module.css'
import type { ListedFile } from './file-list.ts'

interface FileRowProps {
  listed: ListedFile
  rules: FileRules
  /** Specific text for a file of the wrong type. */
  typeText?: string
  /** Current activity, below the progress. */
  sendingText?: string
  onRetry: () => void
  onRemove: () => void
}

const ICONS = { sending: IconFile, done: IconCheck, failed: IconAlertTriangle, refused: IconAlertTriangle }

export function FileRow({ listed, rules, typeText, sendingText, onRetry, onRemove }: FileRowProps) {
  const { t } = useTranslation('files')
  const { file, state, percent, phase } = listed
  const isWaiting = state === 'sending' && phase === 'waiting'
  const Icon = isWaiting ? IconAlertTriangle : ICONS[state]
  return (
    <li className={classes.file} data-state={state} data-waiting={isWaiting || undefined}>
      <Icon size={20} aria-hidden className={classes.fileIcon} />
      <div className={classes.fileText}>
        <p className={classes.fileName}>{file.name}</p>
        {state === 'sending' ? (
          <>
            <Progress value={percent} size="sm" aria-label={t('sending', { name: file.name })} />
            {sendingText && (
              <p className={classes.fileNote}>
                <span role="status">{sendingText}</span>
                <span aria-hidden> · {percent}&nbsp;%</span>
              </p>
            )}
          </>
        ) : (
          <p className={classes.fileNote} role={state === 'done' ? undefined : 'alert'}>
            <FileNote listed={listed} rules={rules} typeText={typeText} />
          </p>
        )}
      </div>
      {(state === 'failed' || isWaiting) && (
        <ActionIcon variant="subtle" size="lg" aria-label={t('retry', { name: file.name })} onClick={onRetry}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(state === 'sending' ? 'cancel' : 'remove', { name: file.name })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function FileNote({
  listed: { file, state, problem, reason },
  rules,
  typeText,
}: Pick<FileRowProps, 'listed' | 'rules' | 'typeText'>): string {
  const { t } = useTranslation('files')
  const size = formatBytes(file.size)
  if (problem === 'type') return typeText ?? t('type', { types: kindNames(rules.kinds) })
  if (problem === 'heic') return t('heic')
  if (problem === 'size') return t('size', { size, maximum: formatBytes(rules.bytesMax) })
  if (problem === 'empty') return t('empty')
  return state === 'failed' ? (reason ?? t('failed')) : `${t('done')} · ${size}`
}
