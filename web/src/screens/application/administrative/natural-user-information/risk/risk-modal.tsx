/** Two-step confirmation of a risk change: effects and reason, then confirmation, then the result (ADM-09). */
import { Alert, Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { OVERRIDE_MONTHS_MAX, RISK_LEVELS, type RiskLevel, type RiskProfile } from '@tunjo/contract/compliance-risk'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeRisk, type RiskChangeRequest } from '../../../../../api/compliance-risk.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../../api/failure.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { isReasonShort, ReasonField } from '../reason-field.tsx'
import classes from './risk.module.css'

export interface RiskQuestion {
  readonly name: 'setRisk' | 'lowerRisk' | 'endLevel' | 'allow' | 'forbid' | 'flagList' | 'clearList' | 'flagPep' | 'clearPep'
  /** Null: the level is not selected yet. */
  readonly wish: RiskChangeRequest | null
  readonly standing: RiskProfile
}

interface RiskModalProps {
  userId: string
  question: RiskQuestion
  onClose: () => void
}

export function RiskModal({ userId, question, onClose }: RiskModalProps) {
  const { t } = useTranslation('risk')
  const [level, setLevel] = useState<RiskLevel>(RISK_LEVELS.find((one) => one !== 'low' && one !== question.standing.level) ?? 'low')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [isAskedTwice, setAskedTwice] = useState(false)
  const wish: RiskChangeRequest = question.wish ?? { action: 'level', level, until }
  const changing = useMutation({ mutationFn: () => changeRisk(userId, wish, reason) })
  const error = changing.isError && !isStepUpCancelled(changing.error) ? errorText(changing.error) : null
  return (
    <Modal opened onClose={onClose} title={t(`actions.${question.name}`)} canClose={!changing.isPending}>
      {changing.isSuccess ? (
        <Outcome waitsUntil={changing.data} onClose={onClose} />
      ) : isAskedTwice ? (
        <SecondQuestion isBusy={changing.isPending} error={error} onYes={changing.mutate} onNo={() => setAskedTwice(false)} />
      ) : (
        <FirstQuestion
          question={question}
          reason={reason}
          onReason={setReason}
          levels={question.wish ? null : { offered: RISK_LEVELS, chosen: level, onChoose: setLevel, until, onUntil: setUntil }}
          onNext={() => setAskedTwice(true)}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface FirstQuestionProps {
  question: RiskQuestion
  reason: string
  onReason: (reason: string) => void
  levels: {
    offered: readonly RiskLevel[]
    chosen: RiskLevel
    onChoose: (level: RiskLevel) => void
    until: string
    onUntil: (day: string) => void
  } | null
  onNext: () => void
  onClose: () => void
}

function FirstQuestion({ question, reason, onReason, levels, onNext, onClose }: FirstQuestionProps) {
  const { t } = useTranslation('risk')
  const isShort = isReasonShort(reason)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isShort) onNext()
  }
  const effects = t(`effects.${question.name}`, { returnObjects: true })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t(`questions.${question.name}`)}</Text>
        {levels && (
          <Radio.Group label={t('risk')} value={levels.chosen} onChange={(value) => choose(value, levels.onChoose)}>
            <Stack gap="xs" mt="xs">
              {levels.offered.map((level) => (
                <Radio key={level} value={level} label={t(`levels.${level}`)} description={t(`levelEffects.${level}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {levels && (
          <TextInput
            type="date"
            label={t('until')}
            description={t('untilHint')}
            min={bogotaDay(new Date())}
            max={lastDayOfLevel()}
            value={levels.until}
            onChange={({ currentTarget }) => levels.onUntil(currentTarget.value)}
          />
        )}
        <ul className={classes.effects}>
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <ReasonField label={t('reason')} tooShort={t('tooShort')} hint={t('reasonHint')} value={reason} onChange={onReason} />
        <ModalActions>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={isShort}>
            {t('next')}
          </Button>
        </ModalActions>
      </Stack>
    </form>
  )
}

/** Proposed last day; the server decides which day is too late. */
function lastDayOfLevel(): string {
  const last = new Date(`${bogotaDay(new Date())}T12:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + OVERRIDE_MONTHS_MAX)
  return last.toISOString().slice(0, 10)
}

function choose(value: string, onChoose: (level: RiskLevel) => void): void {
  const level = RISK_LEVELS.find((one) => one === value)
  if (level) onChoose(level)
}

interface SecondQuestionProps {
  isBusy: boolean
  error: string | null
  onYes: () => void
  onNo: () => void
}

function SecondQuestion({ isBusy, error, onYes, onNo }: SecondQuestionProps) {
  const { t } = useTranslation('risk')
  return (
    <Stack>
      <Text>{t('sure')}</Text>
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <ModalActions>
        <Button variant="default" onClick={onNo} disabled={isBusy}>
          {t('back')}
        </Button>
        <Button onClick={onYes} loading={isBusy} autoFocus data-autofocus>
          {t('confirm')}
        </Button>
      </ModalActions>
    </Stack>
  )
}

function Outcome({ waitsUntil, onClose }: { waitsUntil: string | null; onClose: () => void }) {
  const { t } = useTranslation('risk')
  return (
    <Stack>
      <Alert color={waitsUntil ? 'amber' : 'forest'} title={t(waitsUntil ? 'waitingTitle' : 'doneTitle')} role="status">
        {waitsUntil ? t('waiting', { until: formatDate(new Date(waitsUntil)) }) : t('done')}
      </Alert>
      <Button onClick={onClose} autoFocus data-autofocus>
        {t('close')}
      </Button>
    </Stack>
  )
}
