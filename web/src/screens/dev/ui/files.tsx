/** File drops with a simulated upload: the first attempt of a file whose name has "falla" fails. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalText } from '../../../api/error-text.ts'
import { Card } from '../../../ui/card.tsx'
import { JPG, PDF, PNG } from '../../../ui/file-drop/file-check.ts'
import { FileDrop } from '../../../ui/file-drop/file-drop.tsx'
import type { UploadControls } from '../../../ui/file-drop/use-file-uploads.ts'
import classes from './dev-ui.module.css'

const DOCUMENTS = { kinds: [PDF, PNG, JPG], bytesMax: 10_000_000, filesMax: 3 }
const SELFIE = { kinds: [PNG, JPG], bytesMax: 5_000_000, filesMax: 1 }
const STEP_MS = 120

export function Files() {
  const { t } = useTranslation('dev-ui')
  const failed = useRef(new Set<string>())

  async function upload({ name }: File, { onProgress, signal }: UploadControls): Promise<void> {
    for (const percent of [20, 45, 70, 95]) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
      signal.throwIfAborted()
      onProgress(percent)
    }
    if (!name.includes('falla') || failed.current.has(name)) return
    failed.current.add(name)
    throw new Error('pretended')
  }

  return (
    <Card title={t('files.title')}>
      <div className={classes.columns}>
        <FileDrop label={t('files.documents')} rules={DOCUMENTS} upload={upload} reasonOf={refusalText} camera="environment" />
        <FileDrop label={t('files.selfie')} rules={SELFIE} upload={upload} reasonOf={refusalText} camera="user" />
      </div>
    </Card>
  )
}
