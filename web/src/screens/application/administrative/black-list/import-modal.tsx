/** CSV import into the blocklist: the file, a preview of each row, then all of it or nothing. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IMPORT_COLUMNS, IMPORT_LETTERS_MAX, type ImportPreview } from '@tunjo/contract/blocklist'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { importToBlackList, previewImport } from '../../../../api/blocklist.ts'
import { errorText } from '../../../../api/error-text.ts'
import { Modal } from '../../../../ui/modal.tsx'
import { ModalActions } from '../../../../ui/modal-actions.tsx'
import { saveFile } from '../../../../ui/server-table/save-file.ts'
import { toast } from '../../../../ui/toast.ts'
import classes from './black-list.module.css'
import { csvText } from './csv-text.ts'
import { ImportRows } from './import-rows.tsx'

interface ImportModalProps {
  isOpen: boolean
  onClose: () => void
}

export function ImportModal({ isOpen, onClose }: ImportModalProps) {
  const { t } = useTranslation('black-list')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('importTitle')} size="lg">
      {isOpen && <Import onClose={onClose} />}
    </Modal>
  )
}

interface Read {
  readonly csv: string
  readonly preview: ImportPreview
}

function Import({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('black-list')
  const reading = useMutation({
    async mutationFn(file: File): Promise<Read | null> {
      const csv = await csvText(file)
      return csv.length > IMPORT_LETTERS_MAX ? null : { csv, preview: await previewImport(csv) }
    },
  })
  return (
    <Stack>
      <p className={classes.text}>{t('importText')}</p>
      <p className={classes.note}>{t('importKinds')}</p>
      <ChooseFile isBusy={reading.isPending} isOther={reading.isSuccess} onChoose={(file) => reading.mutate(file)} />
      {reading.isError && (
        <Alert color="red" role="alert" title={t('importRefused')}>
          {errorText(reading.error)}
        </Alert>
      )}
      {reading.data === null && (
        <Alert color="red" role="alert">
          {t('importTooLarge')}
        </Alert>
      )}
      {reading.data && <Proposal key={reading.submittedAt} read={reading.data} onClose={onClose} />}
    </Stack>
  )
}

interface ChooseFileProps {
  isBusy: boolean
  /** True when a file was read already. */
  isOther: boolean
  onChoose: (file: File) => void
}

function ChooseFile({ isBusy, isOther, onChoose }: ChooseFileProps) {
  const { t } = useTranslation('black-list')
  const input = useRef<HTMLInputElement>(null)
  const label = t(isOther ? 'importOther' : 'importChoose')
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.currentTarget.files ?? []
    if (file) onChoose(file)
    // The same file may be chosen again after it was corrected.
    event.currentTarget.value = ''
  }
  const template = () =>
    saveFile(new Blob([`\uFEFF${IMPORT_COLUMNS.join(';')}\r\n`], { type: 'text/csv;charset=utf-8' }), 'plantilla-lista-negra.csv')
  return (
    <div className={classes.file}>
      <input ref={input} type="file" accept=".csv,text/csv" hidden aria-label={label} onChange={choose} />
      <Button variant={isOther ? 'default' : 'filled'} loading={isBusy} onClick={() => input.current?.click()} data-autofocus>
        {label}
      </Button>
      <Button variant="subtle" onClick={template}>
        {t('importTemplate')}
      </Button>
    </div>
  )
}

/** The approval's grant is bound to the text of the file: the previewed text is the imported one. */
function Proposal({ read: { csv, preview }, onClose }: { read: Read; onClose: () => void }) {
  const { t } = useTranslation('black-list')
  const { rows, good, skipped, faulty } = preview
  const adding = useMutation({
    mutationFn: () => importToBlackList(csv),
    onSuccess: (count) => {
      toast.success(t('importDone', { count }))
      onClose()
    },
  })
  const counts = [
    good > 0 && t('importGood', { count: good }),
    skipped > 0 && t('importSkipped', { count: skipped }),
    faulty > 0 && t('importFaulty', { count: faulty }),
  ]
  return (
    <>
      <Alert color={faulty > 0 ? 'red' : good > 0 ? 'forest' : 'amber'} role="status">
        {counts.filter(Boolean).join(' · ')}
        {faulty > 0 && <span className={classes.line}>{t('importFix')}</span>}
      </Alert>
      <ImportRows rows={rows} />
      {adding.isError && (
        <Alert color="red" role="alert" title={t('importFailed')}>
          {errorText(adding.error)}
        </Alert>
      )}
      <ModalActions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button disabled={faulty > 0 || good === 0} loading={adding.isPending} onClick={() => adding.mutate()}>
          {t('importNow', { count: good })}
        </Button>
      </ModalActions>
    </>
  )
}
