/** Decline dialog (ADM-08): items, reasons, the text for the person, and a note for officers only. */
import { Alert, Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { DECLINE_REASONS, type DeclineReason } from '@tunjo/contract/compliance'
import type { ReviewedItem } from '@tunjo/contract/compliance-review'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { declineDocuments, refreshPerson } from '../../../../../api/compliance.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../../api/failure.ts'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { type KeyCommands, useKeyCommands } from '../../../../../ui/use-key-commands.ts'
import classes from './review.module.css'

interface DeclineModalProps {
  userId: string
  /** Pending items of this view. */
  items: readonly ReviewedItem[]
  /** The item that the officer is viewing. */
  looksAt: string | null
  onDone: () => void
  onClose: () => void
}

export function DeclineModal({ userId, items, looksAt, onDone, onClose }: DeclineModalProps) {
  const { t } = useTranslation('review')
  const { chosen, setChosen, reasons, toggleReason } = useChoices(items, looksAt)
  const [written, setWritten] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [isProblemShown, setProblemShown] = useState(false)
  const suggested = reasons.flatMap((code) => (code === 'other' ? [] : t(`decline.suggested.${code}`))).join(' ')
  // Follows the reasons until the officer edits it.
  const description = written ?? suggested
  const isTooShort = description.trim().length < REASON_LENGTH.minimum
  const declining = useMutation({
    mutationFn: () => declineDocuments({ idUserDocument: [...chosen], description, reasonCodes: [...reasons], note }),
    async onSuccess() {
      await refreshPerson(userId)
      onDone()
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    setProblemShown(true)
    if (!isTooShort && chosen.length > 0 && !declining.isPending) declining.mutate()
  }

  return (
    <Modal opened onClose={onClose} title={t('decline.title')} size="lg" canClose={!declining.isPending}>
      <form noValidate onSubmit={submit} onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && submit(event)}>
        <Stack>
          <Which items={items} chosen={chosen} onChoose={setChosen} />
          <Reasons chosen={reasons} onToggle={toggleReason} />
          <Textarea
            label={t('decline.text')}
            description={t('decline.textHint')}
            error={isProblemShown && isTooShort ? t('decline.tooShort') : undefined}
            value={description}
            onChange={(event) => setWritten(event.currentTarget.value)}
            maxLength={REASON_LENGTH.maximum}
            autosize
            minRows={2}
            required
          />
          <Textarea
            label={t('decline.note')}
            description={t('decline.noteHint')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={REASON_LENGTH.maximum}
            autosize
            minRows={1}
          />
          {declining.isError && !isStepUpCancelled(declining.error) && (
            <Alert color="red" role="alert">
              {errorText(declining.error)}
            </Alert>
          )}
          <ModalActions>
            <Button variant="default" onClick={onClose} disabled={declining.isPending}>
              {t('decline.cancel')}
            </Button>
            <Button type="submit" color="red" loading={declining.isPending} disabled={chosen.length === 0}>
              {t('decline.submit')}
            </Button>
          </ModalActions>
        </Stack>
      </form>
    </Modal>
  )
}

/** Declined items and their reasons; the reasons can be selected by number keys too. */
function useChoices(items: readonly ReviewedItem[], looksAt: string | null) {
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const before = items.filter(({ id }) => id === looksAt)
    return (before.length > 0 ? before : items).map(({ id }) => id)
  })
  const [reasons, setReasons] = useState<readonly DeclineReason[]>([])
  const toggleReason = (code: DeclineReason) => setReasons((now) => DECLINE_REASONS.filter((one) => toggled(now, code).includes(one)))
  const numbers: KeyCommands = Object.fromEntries(DECLINE_REASONS.map((code, index) => [String(index + 1), () => toggleReason(code)]))
  useKeyCommands(numbers, true, true)
  return { chosen, setChosen, reasons, toggleReason }
}

const toggled = <V,>(list: readonly V[], value: V): V[] => (list.includes(value) ? list.filter((one) => one !== value) : [...list, value])

interface WhichProps {
  items: readonly ReviewedItem[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

function Which({ items, chosen, onChoose }: WhichProps) {
  const { t } = useTranslation('review')
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t('decline.which')}</legend>
      {items.map(({ id, slot, name }) => (
        <Checkbox
          key={id}
          label={[t(`slots.${slot as keyof Phrases['review']['slots']}`), name].filter((part) => part).join(': ')}
          checked={chosen.includes(id)}
          onChange={() => onChoose(toggled(chosen, id))}
        />
      ))}
    </fieldset>
  )
}

function Reasons({ chosen, onToggle }: { chosen: readonly DeclineReason[]; onToggle: (code: DeclineReason) => void }) {
  const { t } = useTranslation('review')
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t('decline.reasons')}</legend>
      {DECLINE_REASONS.map((code, index) => (
        <Checkbox
          key={code}
          label={`${index + 1}. ${t(`decline.codes.${code}`)}`}
          checked={chosen.includes(code)}
          onChange={() => onToggle(code)}
          data-autofocus={index === 0 || undefined}
        />
      ))}
    </fieldset>
  )
}
