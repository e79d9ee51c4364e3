/** Reason form for opening or closing an alert, with the type for kinds that have types. */
import { Alert, Button, NativeSelect, Radio, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type AlertKind, CLOSED_BY_TWO_OFFICERS, TYPED_ALERTS } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { ALERT_VERDICTS, type AlertVerdict, type OpenAlert } from '@tunjo/contract/compliance-alerts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeAlert } from '../../../../../api/compliance-alerts.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { codesQuery } from '../../../../../api/parameters.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { isReasonShort, ReasonField } from '../reason-field.tsx'

interface ReasonModalProps {
  userId: string
  kind: AlertKind
  to: 'active' | 'inactive'
  open: readonly OpenAlert[]
  /** Time up to which the officer had read the closed alert. */
  seenUntil?: string | undefined
  onClose: () => void
}

export function ReasonModal({ userId, kind, to, open, seenUntil, onClose }: ReasonModalProps) {
  const { t } = useTranslation('people-alerts')
  const name = nameOfAlert(kind.id, currentLanguage())
  const [message, setMessage] = useState('')
  const [verdict, setVerdict] = useState<AlertVerdict | null>(null)
  const { types, codes } = useTypes(kind, to, open)
  const [chosen, setChosen] = useState('')
  const type = chosen || (types[0]?.value ?? '')
  const isTyped = TYPED_ALERTS[kind.id] !== undefined
  const isShort = isReasonShort(message)
  const change = useMutation({
    mutationFn: () =>
      changeAlert({ to, userId, alertId: kind.id, alertTypeId: isTyped ? Number(type) : null, message, verdict, seenUntil }),
    onSuccess() {
      toast.success(t(to === 'active' ? 'activated' : 'deactivated', { name }))
      onClose()
    },
  })
  const mayNot = isShort || (isTyped && type === '')
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!mayNot && !change.isPending) change.mutate()
  }
  return (
    <Modal opened onClose={onClose} canClose={!change.isPending} title={t(to === 'active' ? 'activateOf' : 'deactivateOf', { name })}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {to === 'active' && CLOSED_BY_TWO_OFFICERS.includes(kind.id) && <Alert color="amber">{t('closedByTwo')}</Alert>}
          {codes.isError && <ErrorState message={errorText(codes.error)} onRetry={() => void codes.refetch()} />}
          {isTyped && !codes.isError && (
            <NativeSelect
              label={t('type')}
              value={type}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={types}
              disabled={codes.isPending}
            />
          )}
          <ReasonField label={t('reason')} tooShort={t('tooShort')} minRows={3} value={message} onChange={setMessage} />
          {to === 'inactive' && <VerdictChoice value={verdict} onChange={setVerdict} />}
          {change.isError && (
            <Alert color="red" role="alert">
              {errorText(change.error)}
            </Alert>
          )}
          <ModalActions>
            <Button variant="default" onClick={onClose} disabled={change.isPending}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={mayNot} loading={change.isPending}>
              {t(to === 'active' ? 'activate' : 'deactivate')}
            </Button>
          </ModalActions>
        </Stack>
      </form>
    </Modal>
  )
}

/** Verdict: separates effective rules from rules with many false alarms. */
function VerdictChoice({ value, onChange }: { value: AlertVerdict | null; onChange: (value: AlertVerdict | null) => void }) {
  const { t } = useTranslation('people-alerts')
  return (
    <Radio.Group
      label={t('verdict')}
      description={t('verdictHelp')}
      value={value ?? ''}
      onChange={(chosen) => onChange(ALERT_VERDICTS.find((one) => one === chosen) ?? null)}
    >
      <Stack gap={6} mt={6}>
        {ALERT_VERDICTS.map((one) => (
          <Radio key={one} value={one} label={t(`verdicts.${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Types to open are the closed ones; types to close are the open ones. */
function useTypes(kind: AlertKind, to: 'active' | 'inactive', open: readonly OpenAlert[]) {
  const codes = useQuery({
    ...codesQuery(kind.id === 18 ? 'financialAlerts' : 'irregularities'),
    enabled: TYPED_ALERTS[kind.id] !== undefined,
  })
  const ids = new Set(open.map(({ alertTypeId }) => alertTypeId))
  const types = (codes.data ?? []).filter(({ id }) => ids.has(id) === (to === 'inactive'))
  return { types: types.map(({ id, name }) => ({ value: String(id), label: name })), codes }
}
