/** Form of an enhanced due diligence: saved as a draft at any time, submitted when complete. */
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DiligenceContent, DiligenceGap, PersonDiligence } from '@tunjo/contract/due-diligence'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diligenceQuery, proposeDiligence, type SavedDiligence, saveDiligence } from '../../../../../api/due-diligence.ts'
import { hasCode } from '../../../../../api/error-text.ts'
import { FormFailure } from '../../../../../parts/form-failure.tsx'
import { useAccount } from '../../../../../session.ts'
import { toast } from '../../../../../ui/toast.ts'
import { CheckedFields } from './checked-fields.tsx'
import { contentToSave, formatMonthlyAmount, gapsOf, initialContent, openRecord, writtenContent } from './diligence-facts.ts'
import { CauseFields, ConclusionFields, OriginFields } from './diligence-fields.tsx'
import classes from './due-diligence.module.css'

interface DiligenceFormProps {
  userId: string
  found: PersonDiligence
  onClose: () => void
}

export function DiligenceForm({ userId, found, onClose }: DiligenceFormProps) {
  const { t } = useTranslation('due-diligence')
  const form = useDraft(found)
  const { content, amount, change, setAmount, gaps } = form
  const { saving, sending, failure, isBusy } = useSend(userId, form, onClose)
  const mayPropose = useAccount()?.permissions.includes('risk.set') ?? false
  const box = useRef<HTMLFormElement>(null)
  const [isTried, setTried] = useState(false)
  const [isSaveTried, setSaveTried] = useState(false)
  const isUnreadable = contentToSave(content, amount) === null
  const shown: readonly DiligenceGap[] = isTried ? gaps : []
  const goTo = (gap: DiligenceGap | undefined) =>
    box.current?.querySelector<HTMLElement>(`[data-gap="${gap}"] :is(input, select, textarea)`)?.focus()
  function save(): void {
    setSaveTried(isUnreadable)
    if (isUnreadable) goTo('monthlyCop')
    else saving.mutate()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    // Focus the first gap.
    if (gaps.length > 0) goTo(gaps[0])
    else if (!isBusy && mayPropose) sending.mutate()
  }
  const fields = { content, onChange: change, gaps: shown }
  return (
    <form ref={box} onSubmit={submit} noValidate aria-label={t('title')}>
      <Stack>
        <p className={classes.note}>{t('formHint')}</p>
        <CauseFields {...fields} />
        <OriginFields {...fields} amount={amount} onAmount={setAmount} />
        <CheckedFields {...fields} documents={found.documents} reviews={found.reviews} />
        <ConclusionFields {...fields} today={found.today} />
        {shown.length > 0 && (
          <Alert color="red" role="alert">
            {t('wanting', { count: shown.length })}
          </Alert>
        )}
        {isSaveTried && isUnreadable && (
          <Alert color="red" role="alert">
            {t('unreadable')}
          </Alert>
        )}
        <Failure failure={failure} userId={userId} onClose={onClose} />
        <Group gap="sm">
          {mayPropose && (
            <Button type="submit" loading={sending.isPending} disabled={saving.isPending}>
              {t('send')}
            </Button>
          )}
          <Button variant="default" onClick={save} loading={saving.isPending} disabled={isBusy || !form.isChanged}>
            {t('save')}
          </Button>
          <Button variant="subtle" onClick={onClose} disabled={isBusy}>
            {t('close')}
          </Button>
        </Group>
        <p className={classes.note} role="status">
          {form.isTouched ? t('unsaved') : t(mayPropose ? 'sendHint' : 'mayNotSend')}
        </p>
      </Stack>
    </form>
  )
}

type Draft = ReturnType<typeof useDraft>

/** Content on the screen, and the version it replaces. */
function useDraft(found: PersonDiligence) {
  const [content, setContent] = useState<DiligenceContent>(() => initialContent(found))
  const [amount, setAmount] = useState(() => formatMonthlyAmount(content.monthlyCop))
  const [saved, setSaved] = useState<SavedDiligence | null>(() => openRecord(found))
  const [kept, setKept] = useState(() => textOf(content, amount))
  const change = (part: Partial<DiligenceContent>) => setContent((before) => ({ ...before, ...part }))
  function keep(version: SavedDiligence, written: string): void {
    setSaved(version)
    setKept(written)
  }
  const isTouched = textOf(content, amount) !== kept
  const isChanged = saved === null || isTouched
  return {
    content,
    change,
    amount,
    setAmount,
    saved,
    keep,
    isTouched,
    isChanged,
    gaps: gapsOf(writtenContent(content), amount, found.today),
  }
}

const textOf = (content: DiligenceContent, amount: string): string => JSON.stringify([content, amount])

function useSend(userId: string, { content, amount, saved, keep, isChanged }: Draft, onClose: () => void) {
  const { t } = useTranslation('due-diligence')
  const queries = useQueryClient()
  async function save(): Promise<SavedDiligence> {
    if (saved && !isChanged) return saved
    const toSave = contentToSave(content, amount)
    if (!toSave) throw new Error('an amount that cannot be read is not saved')
    const version = await saveDiligence(userId, saved, toSave)
    keep(version, textOf(content, amount))
    void queries.invalidateQueries({ queryKey: diligenceQuery(userId).queryKey })
    return version
  }
  const saving = useMutation({ mutationFn: save, onSuccess: () => toast.success(t('saved')), onMutate: () => sending.reset() })
  const sending = useMutation({ mutationFn: async () => proposeDiligence(userId, await save()), onSuccess: onClose })
  return { saving, sending, failure: sending.error ?? saving.error, isBusy: saving.isPending || sending.isPending }
}

/** Another officer saved: the typed content stays until the officer loads the other version. */
function Failure({ failure, userId, onClose }: { failure: unknown; userId: string; onClose: () => void }) {
  const { t } = useTranslation('due-diligence')
  const queries = useQueryClient()
  if (!hasCode(failure, 'compliance.edd_changed')) return <FormFailure failure={failure} />
  async function reload(): Promise<void> {
    await queries.invalidateQueries({ queryKey: diligenceQuery(userId).queryKey })
    onClose()
  }
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="flex-start">
        {t('conflict')}
        <Button variant="default" size="xs" onClick={() => void reload()}>
          {t('reload')}
        </Button>
      </Stack>
    </Alert>
  )
}
