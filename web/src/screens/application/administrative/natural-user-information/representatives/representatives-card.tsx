/**
 * 'Representantes y beneficiarios finales' of a company: people named in its documents, missing facts, and the action to record them
 * (SAGRILAFT, RUB).
 */
import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PersonReview } from '@tunjo/contract/compliance-review'
import type { CompanyRepresentatives } from '@tunjo/contract/representatives'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { representativesQuery } from '../../../../../api/representatives.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { Missing } from './missing.tsx'
import { RepresentativeForm } from './representative-form.tsx'
import { RepresentativeLines } from './representative-lines.tsx'
import classes from './representatives.module.css'

interface RepresentativesCardProps extends Pick<PersonReview, 'shareholders'> {
  userId: string
  mayWrite: boolean
}

export function RepresentativesCard({ userId, shareholders, mayWrite }: RepresentativesCardProps) {
  const { t } = useTranslation('representatives')
  const [isWriting, setWriting] = useState(false)
  const found = useQuery(representativesQuery(userId))
  const write = found.data && mayWrite && !isWriting && (
    <Button variant="default" size="xs" onClick={() => setWriting(true)}>
      {t(found.data.lists.length === 0 ? 'write' : 'rewrite')}
    </Button>
  )
  return (
    <Card title={t('title')} actions={write}>
      <p className={classes.small}>{t('text')}</p>
      {found.isLoadingError && <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={3} />}
      {found.data && isWriting && (
        <RepresentativeForm userId={userId} shareholders={shareholders} shown={found.data} onClose={() => setWriting(false)} />
      )}
      {found.data && !isWriting && <Written {...found.data} />}
    </Card>
  )
}

function Written({ lists, missing }: CompanyRepresentatives) {
  const { t } = useTranslation('representatives')
  const [chosen, setChosen] = useState<number | null>(null)
  const [newest] = lists
  const list = lists.find(({ version }) => version === chosen) ?? newest
  return (
    <Stack gap="sm">
      <Missing missing={missing} title={t('incomplete')} />
      {!list && <EmptyState title={t('none')} text={t('noneText')} />}
      {lists.length > 1 && list && (
        <NativeSelect
          label={t('version')}
          size="xs"
          value={String(list.version)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          data={lists.map(({ version }) => ({ value: String(version), label: t('versionOf', { version }) }))}
        />
      )}
      {list && list !== newest && (
        <Alert color="amber" role="note">
          {t('older')}
        </Alert>
      )}
      {list && (
        <>
          <p className={classes.small}>
            {t('written', { version: list.version, officer: list.officer })} · {formatDate(new Date(list.writtenAt))}
          </p>
          {list.noOwnerReason && <p className={classes.reason}>{t('reasonShown', { reason: list.noOwnerReason })}</p>}
          {list.people.length === 0 ? <p>{t('erased')}</p> : <RepresentativeLines people={list.people} />}
        </>
      )}
    </Stack>
  )
}
