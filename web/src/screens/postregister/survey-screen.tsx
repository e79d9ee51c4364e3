/** /postregister (KYC-01): survey of expected volumes, before the first form. */
import { Button, Radio } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { answerSurvey, statusQuery, verifiedQuery } from '../../api/kyc.ts'
import { FormFailure } from '../../parts/form-failure.tsx'
import { group } from '../../ui/amount-format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import classes from './survey.module.css'

const NEXT = '/application/verification/'
type Question = keyof typeof SURVEY_BANDS

export default function SurveyScreen() {
  const status = useQuery(statusQuery)
  const level = useQuery(verifiedQuery)
  const failed = [status, level].find(({ isLoadingError }) => isLoadingError)
  if (failed)
    return (
      <Page>
        <ErrorState message={errorText(failed.error)} onRetry={() => void Promise.all([status.refetch(), level.refetch()])} />
      </Page>
    )
  if (!status.data || !level.data)
    return (
      <Page>
        <RowsSkeleton rows={6} />
      </Page>
    )
  // One answer is enough, until a renewal requests it again.
  const isOver = (status.data.surveyAnswered || level.data.currentLevel >= 1) && status.data.surveyRenewal === null
  return isOver ? <Navigate to={NEXT} replace /> : <Survey isAgain={status.data.surveyRenewal !== null} />
}

function Page({ isAgain = false, children }: { isAgain?: boolean; children: ReactNode }) {
  const { t } = useTranslation('survey')
  return (
    <div className={classes.page}>
      <PageHeader title={t(isAgain ? 'titleAgain' : 'title')} text={t('text')} />
      <Card>{children}</Card>
    </div>
  )
}

function Survey({ isAgain }: { isAgain: boolean }) {
  const { t } = useTranslation('survey')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [monthly, setMonthly] = useState<string | null>(null)
  const [yearly, setYearly] = useState<string | null>(null)
  const answering = useMutation({
    mutationFn: () => answerSurvey(Number(monthly), Number(yearly)),
    onSuccess: async () => {
      await navigate({ to: NEXT })
      await cache.invalidateQueries({ queryKey: ['kyc'] })
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    answering.mutate()
  }

  return (
    <Page isAgain={isAgain}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Bands question="monthly" value={monthly} onChange={setMonthly} />
        <Bands question="yearly" value={yearly} onChange={setYearly} />
        <FormFailure failure={answering.error} />
        <Button type="submit" fullWidth disabled={monthly === null || yearly === null} loading={answering.isPending}>
          {t('continue')}
        </Button>
      </form>
    </Page>
  )
}

interface BandsProps {
  question: Question
  value: string | null
  onChange: (band: string) => void
}

function Bands({ question, value, onChange }: BandsProps) {
  const { t } = useTranslation('survey')
  return (
    <Radio.Group size="md" name={question} label={t(question)} value={value} onChange={onChange}>
      <div className={classes.bands}>
        {SURVEY_BANDS[question].map(([from, to], position) => (
          <Radio
            key={from}
            size="md"
            value={String(position)}
            label={to === null ? t('last', { from: millions(from) }) : t('band', { from: millions(from), to: millions(to) })}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

const millions = (count: number): string => group(String(count))
