/** Proposal of a new rule version to a second officer: mode, numbers within their bounds, effective date, differences, and reason. */
import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { nameOfMode, RULE_MODES, type RuleMode, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { RuleDetail } from '@tunjo/contract/alert-rules'
import type { VersionedNumber } from '@tunjo/contract/versioned-numbers'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeRule } from '../../../../../api/alert-rules.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { differencesOf } from '../../../../../parts/alert-rules/rule-texts.tsx'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { type Difference, Differences } from '../../../../../parts/versions/differences.tsx'
import { FromDayField } from '../../../../../parts/versions/from-day-field.tsx'
import { isWithin, NumberField } from '../../../../../parts/versions/number-field.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { DraftBacktest } from './draft-backtest.tsx'

interface ChangeModalProps {
  detail: RuleDetail
  onClose: () => void
}
interface Wanted {
  readonly mode: RuleMode
  readonly numbers: Readonly<Record<string, string>>
  /** Empty: from the approval. */
  readonly fromDay: string
}

export function ChangeModal({ detail, onClose }: ChangeModalProps) {
  const { t } = useTranslation('alert-rules')
  const { rule } = detail
  const words = wordsOfRule(rule)
  // The change starts from the newest version, even if it is not in force yet.
  const newest = detail.versions[0] ?? detail
  const [wanted, setWanted] = useState<Wanted>({ mode: newest.mode, numbers: newest.numbers, fromDay: '' })
  const [wasWrong, setWasWrong] = useState(false)
  const first = useId()
  const isWrong = Object.entries(words.numbers).some(([key, number]) => !isWithin(number, wanted.numbers[key]))
  const differences = isWrong ? [] : differencesOf(rule, t('columns.mode'), newest, wanted)
  // A shared message announces every call that waits for a second officer.
  const changing = useMutation({
    mutationFn: (reason: string) => changeRule(rule, { ...wanted, fromDay: wanted.fromDay || null, reason }),
    onSuccess: onClose,
  })
  function change(reason: string): void {
    const mayNot = isWrong || differences.length === 0
    setWasWrong(mayNot)
    if (mayNot) document.getElementById(first)?.focus()
    else changing.mutate(reason)
  }
  return (
    <Modal opened onClose={onClose} canClose={!changing.isPending} title={t('changeTitle', { rule: words.title[currentLanguage()] })}>
      <Stack>
        <Fields id={first} numbers={words.numbers} wanted={wanted} onChange={(next) => setWanted({ ...wanted, ...next })} />
        <Preview differences={differences} isMissing={wasWrong && !isWrong} mode={wanted.mode} />
        <DraftBacktest rule={rule} draft={isWrong ? null : wanted} />
        <ReasonForm<'change'>
          label={t('why')}
          isBusy={changing.isPending}
          failure={changing.error}
          onAct={(_act, reason) => change(reason)}
        >
          {(act) => (
            <>
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button onClick={() => act('change')}>{t('ask')}</Button>
            </>
          )}
        </ReasonForm>
      </Stack>
    </Modal>
  )
}

interface FieldsProps {
  id: string
  numbers: Readonly<Record<string, VersionedNumber>>
  wanted: Wanted
  onChange: (next: Partial<Wanted>) => void
}

function Fields({ id, numbers, wanted, onChange }: FieldsProps) {
  const { t } = useTranslation('alert-rules')
  const language = currentLanguage()
  return (
    <>
      <NativeSelect
        id={id}
        label={t('columns.mode')}
        description={t(`modeText.${wanted.mode}`)}
        value={wanted.mode}
        data={RULE_MODES.map((value) => ({ value, label: nameOfMode(value, language) }))}
        onChange={({ currentTarget }) => onChange({ mode: RULE_MODES.find((one) => one === currentTarget.value) ?? wanted.mode })}
      />
      {Object.entries(numbers).map(([key, number]) => (
        <NumberField
          key={key}
          number={number}
          value={wanted.numbers[key] ?? ''}
          onChange={(value) => onChange({ numbers: { ...wanted.numbers, [key]: value } })}
        />
      ))}
      <FromDayField value={wanted.fromDay} onChange={(fromDay) => onChange({ fromDay })} />
    </>
  )
}

interface PreviewProps {
  differences: readonly Difference[]
  isMissing: boolean
  mode: RuleMode
}

function Preview({ differences, isMissing, mode }: PreviewProps) {
  const { t } = useTranslation('alert-rules')
  return (
    <>
      <div className={classes.preview} role="status">
        <p className={classes.previewTitle}>{t('preview')}</p>
        {differences.length > 0 ? (
          <Differences label={t('preview')} differences={differences} />
        ) : (
          <span className={classes.note}>{t('nothing')}</span>
        )}
      </div>
      {isMissing && differences.length === 0 && (
        <Alert color="red" role="alert">
          {t('nothingError')}
        </Alert>
      )}
      {mode === 'off' && (
        <Alert color="amber" role="note">
          {t('offWarning')}
        </Alert>
      )}
    </>
  )
}
