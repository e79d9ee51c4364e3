/** Recovery codes, shown once. It closes only after the person confirms that they are stored: they cannot be shown again. */
import { Alert, Button, Checkbox } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../../../ui/modal.tsx'
import { saveFile } from '../../../../ui/server-table/save-file.ts'
import classes from './security.module.css'

const COPIED_FOR_MS = 2500

interface RecoveryCodesModalProps {
  codes: readonly string[] | null
  onKept: () => void
}

export function RecoveryCodesModal({ codes, onKept }: RecoveryCodesModalProps) {
  const { t } = useTranslation('security')
  return (
    <Modal opened={codes !== null} onClose={onKept} title={t('recovery.modalTitle')} canClose={false}>
      {codes && <Codes codes={codes} onKept={onKept} />}
    </Modal>
  )
}

function Codes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('security')
  const clipboard = useClipboard({ timeout: COPIED_FOR_MS })
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  const download = () => saveFile(new Blob([`${t('recovery.fileTitle')}\n\n${text}\n`], { type: 'text/plain' }), t('recovery.file'))
  return (
    <div className={classes.recovery}>
      <p className={classes.text}>{t('recovery.text')}</p>
      <ul className={classes.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="sm"
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? t('recovery.copied') : t('recovery.copy')}
        </Button>
        <Button variant="default" size="sm" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t('recovery.download')}
        </Button>
      </div>
      {clipboard.error && (
        <Alert color="red" role="alert">
          {t('recovery.copyFailed')}
        </Alert>
      )}
      <Checkbox label={t('recovery.saved')} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <Button disabled={!isKept} onClick={onKept}>
        {t('recovery.close')}
      </Button>
    </div>
  )
}
