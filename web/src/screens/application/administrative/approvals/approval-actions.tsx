/**
 * Actions on an approval request: approve, refuse, withdraw, break glass, or review a break-glass action. Each needs step-up
 * authentication.
 */
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApprovalDetail, type Decision, decideApproval } from '../../../../api/approvals.ts'
import { FormFailure } from '../../../../parts/form-failure.tsx'
import { toast } from '../../../../ui/toast.ts'
import classes from './approvals.module.css'

interface ApprovalActionsProps {
  request: ApprovalDetail
  onDone: () => void
}

export function ApprovalActions({ request, onDone }: ApprovalActionsProps) {
  const { t } = useTranslation('approvals')
  const [isEmergency, setEmergency] = useState(false)
  const { mayDecide, mayWithdraw, mayBreakGlass, mayReview, isConfidential } = request
  if (isEmergency)
    return (
      <NoteForm request={request} onDone={onDone} label={t('emergency.note')} alert={t('emergency.text')}>
        {(act) => (
          <>
            <Button variant="default" onClick={() => setEmergency(false)}>
              {t('emergency.back')}
            </Button>
            <Button color="red" onClick={() => act('breakGlass')}>
              {t('emergency.confirm')}
            </Button>
          </>
        )}
      </NoteForm>
    )
  if (mayReview)
    return (
      <NoteForm request={request} onDone={onDone} label={t('note')} alert={t('reviewText')}>
        {(act) => (
          <>
            <Button variant="default" onClick={() => act('notJustified')}>
              {t('act.notJustified')}
            </Button>
            <Button onClick={() => act('justified')}>{t('act.justified')}</Button>
          </>
        )}
      </NoteForm>
    )
  if (mayDecide)
    return (
      <NoteForm request={request} onDone={onDone} label={t('note')} hint={t(isConfidential ? 'noteConfidential' : 'noteHint')}>
        {(act) => (
          <>
            <Button variant="default" onClick={() => act('refuse')}>
              {t('act.refuse')}
            </Button>
            <Button onClick={() => act('approve')}>{t('act.approve')}</Button>
          </>
        )}
      </NoteForm>
    )
  if (!mayWithdraw && !mayBreakGlass) return null
  // An officer who may approve needs no break-glass action.
  return (
    <NoteForm
      request={request}
      onDone={onDone}
      label={t('note')}
      hint={isConfidential ? t('noteConfidential') : undefined}
      isHidden={!mayWithdraw}
    >
      {(act) => (
        <>
          {mayBreakGlass && (
            <Button variant="subtle" color="red" onClick={() => setEmergency(true)}>
              {t('act.breakGlass')}
            </Button>
          )}
          {mayWithdraw && (
            <Button variant="default" onClick={() => act('withdraw')}>
              {t('act.withdraw')}
            </Button>
          )}
        </>
      )}
    </NoteForm>
  )
}

interface NoteFormProps extends ApprovalActionsProps {
  label: string
  hint?: string
  alert?: string
  isHidden?: boolean
  children: (act: (decision: Decision) => void) => ReactNode
}

function NoteForm({ request: { id }, onDone, label, hint, alert, isHidden = false, children }: NoteFormProps) {
  const { t } = useTranslation('approvals')
  const queries = useQueryClient()
  const field = useId()
  const [note, setNote] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const deciding = useMutation({
    mutationFn: (decision: Decision) => decideApproval(id, decision, note),
    onSuccess: (_answer, decision) => {
      toast.success(t(`done.${decision}`))
      onDone()
    },
    // Runs after a refusal too: another officer may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: ['approvals'] }),
  })

  function act(decision: Decision): void {
    const isShort = decision !== 'approve' && [...note.trim()].length < REASON_LENGTH.minimum
    setTooShort(isShort)
    if (isShort) document.getElementById(field)?.focus()
    else deciding.mutate(decision)
  }

  return (
    <Stack gap="sm">
      {alert && (
        <Alert color="amber" role="note">
          {alert}
        </Alert>
      )}
      {!isHidden && (
        <Textarea
          id={field}
          label={label}
          description={hint}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={REASON_LENGTH.maximum}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={isTooShort && [...note.trim()].length < REASON_LENGTH.minimum ? t('noteShort') : undefined}
        />
      )}
      <FormFailure failure={deciding.error} />
      <fieldset disabled={deciding.isPending} className={classes.buttons}>
        <Group justify="flex-end">{children(act)}</Group>
      </fieldset>
    </Stack>
  )
}
