/** State of the form: rows, gaps and saving. */
import { useMutation } from '@tanstack/react-query'
import type { PersonReview } from '@tunjo/contract/compliance-review'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import { missingOf } from '@tunjo/contract/representative-rules'
import type { CompanyRepresentatives } from '@tunjo/contract/representatives'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveRepresentatives } from '../../../../../api/representatives.ts'
import { toast } from '../../../../../ui/toast.ts'
import { emptyRow, finished, gapsOf, problemOf, type Rows, rowsOfList, rowsOfShareholders, toPeople } from './representative-rows.ts'

export interface RepresentativeFormProps extends Pick<PersonReview, 'shareholders'> {
  userId: string
  shown: CompanyRepresentatives
  onClose: () => void
}

export function useRepresentativeForm({ userId, shareholders, shown, onClose }: RepresentativeFormProps) {
  const { t } = useTranslation('representatives')
  // The list shown at the start of editing: a newer list must be read before it is replaced.
  const [begun] = useState(shown.lists[0] ?? null)
  const [rows, setRows] = useState<Rows>(begun && begun.people.length > 0 ? rowsOfList(begun.people) : rowsOfShareholders(shareholders))
  const [reason, setReason] = useState(begun?.noOwnerReason ?? '')
  const [isNoOwner, setNoOwner] = useState(reason !== '')
  const [isProblemShown, setProblemShown] = useState(false)
  const noOwnerReason = isNoOwner ? reason.trim() : ''
  const saving = useMutation({
    mutationFn: () => saveRepresentatives({ userId, from: begun?.version ?? 0, people: toPeople(rows), noOwnerReason }),
    onSuccess() {
      toast.success(t('form.saved'))
      onClose()
    },
  })
  const isComplete = rows.every((row) => gapsOf(row).length === 0)
  const isReasonShort = isNoOwner && [...noOwnerReason].length < REASON_LENGTH.minimum
  const problem = isComplete ? problemOf(rows) : null
  function submit(event: FormEvent): void {
    event.preventDefault()
    setProblemShown(true)
    if (isComplete && !problem && !isReasonShort && !saving.isPending) saving.mutate()
  }
  const list = { people: toPeople(finished(rows)), noOwnerReason, isBeforeForm: false }
  const missing = missingOf({ shareholders, list, thresholdHundredths: shown.thresholdHundredths })
  return {
    rows,
    setRows,
    add: () => setRows([...rows, emptyRow(crypto.randomUUID())]),
    reason: { text: reason, put: setReason, isNoOwner, setNoOwner, isShort: isProblemShown && isReasonShort },
    isProblemShown,
    problem,
    missing,
    saving,
    submit,
  }
}
