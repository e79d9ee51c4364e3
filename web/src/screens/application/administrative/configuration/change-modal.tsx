/** Proposal of a new version of a set to a second officer: numbers within their bounds, lists, effective date, effect, and reason. */
import { Alert, Button, MultiSelect, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ConfigurationDetail } from '@tunjo/contract/configuration'
import { type ConfigurationList, type SetName, wordsOfSet } from '@tunjo/contract/configuration-catalogue'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSet } from '../../../../api/configuration.ts'
import { errorText } from '../../../../api/error-text.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { type Difference, Differences } from '../../../../parts/versions/differences.tsx'
import { FromDayField } from '../../../../parts/versions/from-day-field.tsx'
import { isWithin, NumberField } from '../../../../parts/versions/number-field.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { ChangeEffect } from './change-effect.tsx'
import classes from './configuration.module.css'
import { type Content, codesInBoth, differencesOf } from './set-texts.ts'
import { useCodeNames } from './use-code-names.ts'

interface ChangeModalProps {
  detail: ConfigurationDetail
  onClose: () => void
}
interface Wanted extends Content {
  /** Empty: from the approval. */
  readonly fromDay: string
}

export function ChangeModal({ detail, onClose }: ChangeModalProps) {
  const { t } = useTranslation('platform-configuration')
  const { set } = detail
  const words = wordsOfSet(set)
  // The change starts from the newest version, even if it is not in force yet.
  const newest = detail.versions[0] ?? detail
  const [wanted, setWanted] = useState<Wanted>({ numbers: newest.numbers, lists: newest.lists, fromDay: '' })
  const [wasWrong, setWasWrong] = useState(false)
  const first = useId()
  const areNumbersWrong = Object.entries(words.numbers).some(([key, number]) => !isWithin(number, wanted.numbers[key]))
  const isWrong = areNumbersWrong || codesInBoth(set, wanted.lists).length > 0
  const differences = isWrong ? [] : differencesOf(t, set, newest, wanted)
  // A shared message announces every call that waits for a second officer.
  const changing = useMutation({
    mutationFn: (reason: string) => changeSet(set, { ...copied(wanted), fromDay: wanted.fromDay || null, reason }),
    onSuccess: onClose,
  })
  function change(reason: string): void {
    const mayNot = isWrong || differences.length === 0
    setWasWrong(mayNot)
    if (mayNot) document.getElementById(first)?.focus()
    else changing.mutate(reason)
  }
  return (
    <Modal opened onClose={onClose} canClose={!changing.isPending} title={t('changeTitle', { set: words.title[currentLanguage()] })}>
      <Stack>
        <Fields id={first} set={set} wanted={wanted} onChange={(next) => setWanted({ ...wanted, ...next })} />
        <Preview differences={differences} isMissing={wasWrong && !isWrong} />
        {!areNumbersWrong && differences.length > 0 && <ChangeEffect set={set} numbers={wanted.numbers} />}
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

const copied = ({ numbers, lists }: Content) => ({
  numbers: { ...numbers },
  lists: Object.fromEntries(Object.entries(lists).map(([name, codes]) => [name, [...codes]])),
})

interface FieldsProps {
  id: string
  set: SetName
  wanted: Wanted
  onChange: (next: Partial<Wanted>) => void
}

function Fields({ id, set, wanted, onChange }: FieldsProps) {
  const { t } = useTranslation('platform-configuration')
  const { numbers, lists } = wordsOfSet(set)
  const inBoth = codesInBoth(set, wanted.lists)
  return (
    <>
      {Object.entries(numbers).map(([key, number], place) => (
        <NumberField
          key={key}
          id={place === 0 ? id : undefined}
          number={number}
          value={wanted.numbers[key] ?? ''}
          onChange={(value) => onChange({ numbers: { ...wanted.numbers, [key]: value } })}
        />
      ))}
      {Object.entries(lists).map(([name, words]) => (
        <ListField
          key={name}
          words={words}
          codes={wanted.lists[name] ?? []}
          onChange={(codes) => onChange({ lists: { ...wanted.lists, [name]: codes } })}
        />
      ))}
      {inBoth.length > 0 && (
        <Alert color="red" role="alert">
          {t('twice', { codes: inBoth.join(', ') })}
        </Alert>
      )}
      <FromDayField value={wanted.fromDay} onChange={(fromDay) => onChange({ fromDay })} />
    </>
  )
}

interface ListFieldProps {
  words: ConfigurationList
  codes: readonly string[]
  onChange: (codes: string[]) => void
}

function ListField({ words, codes, onChange }: ListFieldProps) {
  const { t } = useTranslation('platform-configuration')
  const { all, isPending, error } = useCodeNames(words.codes)
  return (
    <MultiSelect
      label={words[currentLanguage()]}
      placeholder={t('search')}
      // Without the names an officer cannot know what they choose.
      disabled={isPending || error !== null}
      error={error && errorText(error)}
      data={all}
      value={[...codes]}
      onChange={onChange}
      searchable
      hidePickedOptions
      limit={30}
    />
  )
}

function Preview({ differences, isMissing }: { differences: readonly Difference[]; isMissing: boolean }) {
  const { t } = useTranslation('platform-configuration')
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
    </>
  )
}
