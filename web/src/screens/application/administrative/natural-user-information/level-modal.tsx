/** 'Editar nivel de usuario' (ADM-11): available levels, their limits, and the reason. */
import { Alert, Button, Checkbox, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { LevelOptions } from '@tunjo/contract/compliance-person'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLevel, type LevelChange, levelOptionsQuery, refreshPerson } from '../../../../api/compliance.ts'
import { errorText } from '../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../api/failure.ts'
import { formatCop } from '../../../../ui/amount-format.ts'
import { formatDate } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { ModalActions } from '../../../../ui/modal-actions.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { useKeyCommands } from '../../../../ui/use-key-commands.ts'

interface LevelModalProps {
  userId: string
  onClose: () => void
}
type Option = LevelOptions['options'][number]

export function LevelModal({ userId, onClose }: LevelModalProps) {
  const { t } = useTranslation('review')
  const levels = useQuery(levelOptionsQuery(userId))
  const changing = useMutation({
    mutationFn: (change: LevelChange) => changeLevel(userId, change),
    onSuccess: () => refreshPerson(userId),
  })
  return (
    <Modal opened onClose={onClose} title={t('level.title')} canClose={!changing.isPending}>
      {levels.isError && <ErrorState message={errorText(levels.error)} onRetry={() => void levels.refetch()} />}
      {levels.isFetching && !changing.isSuccess && <RowsSkeleton rows={4} />}
      {changing.isSuccess && <Outcome waitsUntil={'expiresAt' in changing.data ? changing.data.expiresAt : null} onClose={onClose} />}
      {levels.data && !levels.isFetching && !changing.isSuccess && (
        <LevelForm
          levels={levels.data}
          isBusy={changing.isPending}
          error={changing.isError && !isStepUpCancelled(changing.error) ? errorText(changing.error) : null}
          onSubmit={changing.mutate}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function Outcome({ waitsUntil, onClose }: { waitsUntil: string | null; onClose: () => void }) {
  const { t } = useTranslation('review')
  return (
    <Stack>
      {waitsUntil ? (
        <Alert color="amber" title={t('level.waitingTitle')} role="status">
          {t('level.waiting', { until: formatDate(new Date(waitsUntil)) })}
        </Alert>
      ) : (
        <Alert color="forest" title={t('level.doneTitle')} role="status">
          {t('level.done')}
        </Alert>
      )}
      <Button onClick={onClose} data-autofocus autoFocus>
        {t('level.close')}
      </Button>
    </Stack>
  )
}

interface LevelFormProps {
  levels: LevelOptions
  isBusy: boolean
  error: string | null
  onSubmit: (change: LevelChange) => void
  onClose: () => void
}
interface Problem {
  title: string
  text: string
}

const PRESETS = ['preset1', 'preset2', 'preset3'] as const

/** The next level that was earned, or the current one. */
const firstChoice = ({ options, worksOn }: LevelOptions): Option | undefined =>
  options.find(({ state, newKYCLevel }) => state === 'offered' && newKYCLevel > worksOn) ?? options.find(({ state }) => state === 'current')

function problemOf(reason: string, isSame: boolean, t: TFunction<'review'>): Problem | null {
  const letters = reason.trim().length
  if (letters === 0) return { title: t('level.emptyTitle'), text: t('level.emptyText') }
  if (letters < REASON_LENGTH.minimum) return { title: t('level.errorTitle'), text: t('decline.tooShort') }
  return isSame ? { title: t('level.errorTitle'), text: t('level.sameText') } : null
}

function LevelForm({ levels, isBusy, error, onSubmit, onClose }: LevelFormProps) {
  const { t } = useTranslation('review')
  const [newLevel, setNewLevel] = useState(firstChoice(levels)?.newKYCLevel ?? levels.worksOn)
  const [reason, setReason] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const chosen = levels.options.find((one) => one.newKYCLevel === newLevel)
  const isUnanswered = !levels.isCheckAnswered && (chosen?.completed ?? 0) > levels.verifiedLevel
  const [problem, setProblem] = useState<Problem | null>(null)
  const presets = { 1: () => setReason(t('level.preset1')), 2: () => setReason(t('level.preset2')), 3: () => setReason(t('level.preset3')) }
  useKeyCommands(isUnanswered ? { ...presets, 4: () => setConfirmed(true) } : presets, true, true)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found =
      problemOf(reason, chosen?.state === 'current', t) ??
      (isUnanswered && !isConfirmed ? { title: t('level.errorTitle'), text: t('level.unansweredConfirm') } : null)
    setProblem(found)
    if (!found) onSubmit({ newLevel, reason, ...(isUnanswered ? { withoutCheck: true } : {}) })
  }

  const shown = problem ?? (error ? { title: t('level.errorTitle'), text: error } : null)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Radio.Group label={t('level.choose')} value={String(newLevel)} onChange={(value) => setNewLevel(Number(value))}>
          <Stack gap="xs" mt="xs">
            {levels.options.map((option) => (
              <Radio
                key={option.newKYCLevel}
                value={String(option.newKYCLevel)}
                disabled={option.state === 'not_earned'}
                label={option.completed === 0 ? t('level.none') : t('level.completed', { level: option.completed })}
                description={<Effect option={option} before={levels.monthlyMaximum} />}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('level.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && submit(event)}
          maxLength={REASON_LENGTH.maximum}
          autosize
          minRows={2}
          required
          withAsterisk
        />
        <Group gap="xs" role="group" aria-label={t('level.presets')}>
          {PRESETS.map((name, index) => (
            <Button key={name} size="xs" variant="default" onClick={() => setReason(t(`level.${name}`))}>
              {index + 1}. {t(`level.${name}`)}
            </Button>
          ))}
        </Group>
        {isUnanswered && <Confirmation isGiven={isConfirmed} onChange={setConfirmed} />}
        {shown && <Shown {...shown} />}
        <ModalActions>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('level.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} autoFocus data-autofocus>
            {t('level.submit')}
          </Button>
        </ModalActions>
      </Stack>
    </form>
  )
}

const Shown = ({ title, text }: Problem) => (
  <Alert color="red" title={title} role="alert">
    {text}
  </Alert>
)

function Confirmation({ isGiven, onChange }: { isGiven: boolean; onChange: (isGiven: boolean) => void }) {
  const { t } = useTranslation('review')
  return (
    <Alert color="amber" title={t('level.unansweredTitle')}>
      <Checkbox label={`4. ${t('level.unanswered')}`} checked={isGiven} onChange={(event) => onChange(event.currentTarget.checked)} />
    </Alert>
  )
}

function Effect({ option, before }: { option: Option; before: bigint | null }) {
  const { t } = useTranslation('review')
  if (option.state === 'current') return t('level.current')
  if (option.state === 'not_earned') return t('level.notEarned')
  const limit = (maximum: bigint | null) => (maximum === null ? t('level.unlimited') : formatCop(maximum))
  const effect = t('level.effect', { before: limit(before), after: limit(option.monthlyMaximum) })
  return option.needsSecondOfficer ? `${effect}. ${t('level.needsSecond')}` : effect
}
