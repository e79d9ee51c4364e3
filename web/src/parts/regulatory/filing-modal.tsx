/** Record of a manual filing, with number and day: an absence of reports, a monthly file, or a match with a binding list. */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { UiafFile } from '@tunjo/contract/regulatory-files'
import { MATCH_AUTHORITY_NAME, type MatchAuthority } from '@tunjo/contract/regulatory-matches'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { declareAbsence, dueKey, markFileFiled } from '../../api/regulatory-files.ts'
import { informMatch } from '../../api/regulatory-matches.ts'
import { Modal } from '../../ui/modal.tsx'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { toast } from '../../ui/toast.ts'
import { FormFailure } from '../form-failure.tsx'
import { monthText } from './month-text.ts'

interface Filing {
  number: string
  on: string
}

export function AbsenceModal({ month, onClose }: { month: string; onClose: () => void }) {
  const { t } = useTranslation('regulatory')
  return (
    <FilingModal
      title={t('due.declareTitle', { month: monthText(month) })}
      text={t('due.declareText')}
      done={t('due.declared')}
      submit={t('due.declare')}
      onFile={(filing) => declareAbsence(month, filing)}
      onClose={onClose}
    />
  )
}

export function FileFiledModal({ file: { id, report }, onClose }: { file: Pick<UiafFile, 'id' | 'report'>; onClose: () => void }) {
  const { t } = useTranslation('regulatory')
  return (
    <FilingModal
      title={t('file.filedTitle')}
      text={t(report === 'carf' ? 'file.filedText.dian' : 'file.filedText.uiaf')}
      numberLabel={report === 'carf' ? t('file.dianNumber') : undefined}
      done={t('file.filedNow')}
      submit={t('file.filed')}
      onFile={(filing) => markFileFiled(id, filing)}
      onClose={onClose}
    />
  )
}

export function MatchModal({ id, authority, onClose }: { id: string; authority: MatchAuthority; onClose: () => void }) {
  const { t } = useTranslation('regulatory')
  return (
    <FilingModal
      title={t('match.informTitle', { authority: MATCH_AUTHORITY_NAME[authority] })}
      text={t('match.informText')}
      done={t('match.informed')}
      submit={t('match.inform')}
      numberLabel={t('match.number')}
      onFile={(filing) => informMatch(id, { authority, ...filing })}
      onClose={onClose}
    />
  )
}

interface FilingModalProps {
  title: string
  text: string
  done: string
  submit: string
  numberLabel?: string | undefined
  onFile: (filing: Filing) => Promise<unknown>
  onClose: () => void
}

function FilingModal({ title, text, done, submit, numberLabel, onFile, onClose }: FilingModalProps) {
  const { t } = useTranslation('regulatory')
  const queries = useQueryClient()
  const filing = useMutation({
    mutationFn: onFile,
    onSuccess() {
      toast.success(done)
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: dueKey }),
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Alert color="amber" role="note">
          {text}
        </Alert>
        <FilingForm submit={submit} numberLabel={numberLabel} isBusy={filing.isPending} failure={filing.error} onFile={filing.mutate}>
          <Button variant="default" onClick={onClose}>
            {t('ros.cancel')}
          </Button>
        </FilingForm>
      </Stack>
    </Modal>
  )
}

interface FilingFormProps {
  submit: string
  /** Default: the number received from SIREL. */
  numberLabel?: string | undefined
  isBusy: boolean
  failure: unknown
  onFile: (filing: Filing) => void
  children: ReactNode
}

export function FilingForm({ submit, numberLabel, isBusy, failure, onFile, children }: FilingFormProps) {
  const { t } = useTranslation('regulatory')
  const [number, setNumber] = useState('')
  const [on, setOn] = useState(bogotaDay(new Date()))
  function send(event: FormEvent): void {
    event.preventDefault()
    onFile({ number: number.trim(), on })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label={numberLabel ?? t('ros.number')}
          value={number}
          maxLength={40}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          required
        />
        <TextInput type="date" label={t('ros.on')} value={on} onChange={({ currentTarget }) => setOn(currentTarget.value)} required />
        <FormFailure failure={failure} />
        <ModalActions>
          {children}
          <Button type="submit" loading={isBusy} disabled={number.trim() === '' || on === ''}>
            {submit}
          </Button>
        </ModalActions>
      </Stack>
    </form>
  )
}
