/**
 * Form for the representatives and owners named in a company's documents, next to those documents. Saved as a whole, replacing the earlier
 * list.
 */
import { Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { countriesQuery } from '../../../../../api/parameters.ts'
import { FormFailure } from '../../../../../parts/form-failure.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Missing } from './missing.tsx'
import { RepresentativeFields } from './representative-fields.tsx'
import { changed, depthOf, isFull, ordered, parentsFor, percentText, removed } from './representative-rows.ts'
import classes from './representatives.module.css'
import { type RepresentativeFormProps, useRepresentativeForm } from './use-representative-form.ts'

export function RepresentativeForm(props: RepresentativeFormProps) {
  const { t } = useTranslation('representatives')
  const { missing, saving, submit, reason, ...lines } = useRepresentativeForm(props)
  const title = t('form.stillMissing')
  return (
    // A letter typed in the form is no shortcut of the page.
    <form onSubmit={submit} onKeyDown={(event) => event.stopPropagation()} aria-label={t('form.label')} noValidate>
      <Stack gap="sm">
        <p className={classes.small}>{t('form.threshold', { share: percentText(props.shown.thresholdHundredths) })}</p>
        <Lines {...lines} />
        <NoOwner {...reason} />
        <Missing missing={missing} title={title} />
        <FormFailure failure={saving.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={props.onClose} disabled={saving.isPending}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('form.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type LinesProps = Pick<ReturnType<typeof useRepresentativeForm>, 'rows' | 'setRows' | 'add' | 'isProblemShown' | 'problem'>
function Lines({ rows, setRows, add, isProblemShown, problem }: LinesProps) {
  const { t } = useTranslation('representatives')
  const list = useRef<HTMLUListElement>(null)
  const countries = useQuery(countriesQuery)
  function addOne(): void {
    add()
    // The new line exists after this event; a new owner of the customer is the last line.
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <>
      {countries.isLoadingError && <ErrorState message={errorText(countries.error)} onRetry={() => void countries.refetch()} />}
      <ul className={classes.rows} ref={list}>
        {ordered(rows).map((row, index) => (
          <li key={row.key}>
            <RepresentativeFields
              row={row}
              number={index + 1}
              depth={depthOf(rows, row)}
              parents={parentsFor(rows, row)}
              problem={problem?.key === row.key ? t(`problems.${problem.problem}`) : null}
              isProblemShown={isProblemShown}
              onChange={(change) => setRows(changed(rows, row.key, change))}
              onRemove={rows.length === 1 ? undefined : () => setRows(removed(rows, row.key))}
            />
          </li>
        ))}
      </ul>
      <Button size="sm" variant="light" leftSection={<IconPlus size={18} aria-hidden />} disabled={isFull(rows)} onClick={addOne}>
        {t('form.add')}
      </Button>
    </>
  )
}

function NoOwner({ text, put, isNoOwner, setNoOwner, isShort }: ReturnType<typeof useRepresentativeForm>['reason']) {
  const { t } = useTranslation('representatives')
  return (
    <>
      <Checkbox
        label={t('form.noOwner')}
        description={t('form.noOwnerHint')}
        checked={isNoOwner}
        onChange={({ currentTarget }) => setNoOwner(currentTarget.checked)}
      />
      {isNoOwner && (
        <Textarea
          label={t('form.reason')}
          value={text}
          onChange={({ currentTarget }) => put(currentTarget.value)}
          error={isShort ? t('form.reasonShort', { minimum: REASON_LENGTH.minimum }) : undefined}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_LENGTH.maximum}
          required
        />
      )}
    </>
  )
}
