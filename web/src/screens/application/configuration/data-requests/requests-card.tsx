/** Solicitudes sobre tus datos (Ley 1581 de 2012, ADM-20): the person's requests with state and due date, and the form for a new one. */
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DataRequest } from '@tunjo/contract/data-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataRequestsQuery } from '../../../../api/data-requests.ts'
import { errorText } from '../../../../api/error-text.ts'
import classes from '../../../../parts/data-requests/data-requests.module.css'
import { RequestState, useTermText } from '../../../../parts/data-requests/term.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { NewRequestModal } from './new-request-modal.tsx'
import { RequestModal } from './request-modal.tsx'

export function RequestsCard() {
  const { t } = useTranslation('data-requests')
  const navigate = useNavigate()
  const { solicitud }: { solicitud?: string } = useSearch({ strict: false })
  const [isNew, setNew] = useState(false)
  const list = useQuery(dataRequestsQuery)
  const open = (id: string | undefined) => void navigate({ to: '.', search: { seccion: 'datos', solicitud: id }, resetScroll: false })
  return (
    <Card
      title={t('title')}
      actions={
        <Button size="sm" onClick={() => setNew(true)}>
          {t('new')}
        </Button>
      }
    >
      <p className={classes.quiet}>{t('text')}</p>
      {list.isPending && <RowsSkeleton rows={2} />}
      {list.isLoadingError && <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && <p className={classes.quiet}>{t('none')}</p>}
      {list.data && list.data.length > 0 && (
        <ul className={classes.list} aria-label={t('title')}>
          {list.data.map((request) => (
            <Row key={request.id} request={request} onOpen={() => open(request.id)} />
          ))}
        </ul>
      )}
      {isNew && <NewRequestModal onClose={() => setNew(false)} />}
      {typeof solicitud === 'string' && <RequestModal id={solicitud} onClose={() => open(undefined)} />}
    </Card>
  )
}

function Row({ request, onOpen }: { request: DataRequest; onOpen: () => void }) {
  const { t } = useTranslation('data-requests')
  const termText = useTermText('person')
  return (
    <li className={classes.row}>
      <p className={classes.head}>
        <Anchor component="button" type="button" ta="start" fw={600} onClick={onOpen}>
          {t('rowTitle', { kind: t(`kinds.${request.kind}`), number: request.number })}
        </Anchor>
        <RequestState request={request} />
      </p>
      <p className={classes.quiet}>{termText(request)}</p>
    </li>
  )
}
