/** /application/record, 'Historial' (MON-03): every movement of every rail; filters and open movement are kept in the address. */
import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MatterNotices } from '../../../parts/conversations/matter-notices.tsx'
import { MovementModal } from '../../../parts/movements/movement-modal.tsx'
import { ReservesProofCard } from '../../../parts/reserves-proof/reserves-proof.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { CertificatesCard } from './certificates-card.tsx'
import { MovementList, useMovementPages } from './movement-list.tsx'
import classes from './record.module.css'
import { RecordFilters } from './record-filters.tsx'
import { askedOf, isFiltered, type RecordSearch, readSearch } from './record-search.ts'
import { StatementsCard } from './statements-card.tsx'

const TOPICS = ['deposit', 'withdrawal', 'account'] as const

export default function RecordScreen() {
  const { t } = useTranslation('record')
  const navigate = useNavigate()
  const search = readSearch(useSearch({ strict: false }))
  const { isPending } = useMovementPages(askedOf(search))
  const [wasListed, setListed] = useState(false)
  if (!isPending && !wasListed) setListed(true)
  /** Starts from the current address: a second filter may come before the page has rendered the first. */
  const go = (next: (now: RecordSearch) => RecordSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...next(readSearch(now)) }), resetScroll: false })
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <Button
            component={Link}
            to="/application/messages"
            variant="default"
            leftSection={<IconMessage size={18} stroke={1.75} aria-hidden />}
          >
            {t('messages')}
          </Button>
        }
      />
      <MatterNotices topics={TOPICS} isApart />
      <Card>
        <RecordFilters search={search} onChange={(filter, value) => go((now) => readSearch({ ...now, [filter]: value }))} />
        <MovementList
          asked={askedOf(search)}
          isFiltered={isFiltered(search)}
          onOpen={(movement) => go((now) => ({ ...now, movement }))}
          onClear={() => go(() => ({}))}
        />
      </Card>
      {/* The length of the list is known when it is there: what is below is drawn then, so that it does not move. */}
      {wasListed && (
        <div className={classes.statements}>
          <StatementsCard />
          <CertificatesCard />
          <ReservesProofCard />
        </div>
      )}
      <MovementModal id={search.movement ?? null} onClose={() => go((now) => ({ ...now, movement: undefined }))} />
    </>
  )
}
