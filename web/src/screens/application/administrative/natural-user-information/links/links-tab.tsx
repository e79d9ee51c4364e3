/** 'Vínculos' of a person: people who share data with them, as a graph and as a list. The selection is kept in the address. */
import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { LINK_KINDS, type PersonLinks } from '@tunjo/contract/person-links'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { linksQuery } from '../../../../../api/person-links.ts'
import { Card } from '../../../../../ui/card.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import type { TableShape } from '../../../../../ui/server-table/table-address.ts'
import { TableFilterField } from '../../../../../ui/server-table/table-filter-field.tsx'
import { isNarrowed } from '../../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../../ui/server-table/use-table-address.ts'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { LinkList } from './link-list.tsx'
import classes from './links.module.css'
import { filteredByKind, type Graph, prioritiesIn } from './shared-groups.ts'

const Drawing = lazyComponent(async () => (await import('./drawing/drawing.tsx')).Drawing, { waiting: <div className={classes.place} /> })

const SHAPE: TableShape = { filters: { kind: LINK_KINDS, depth: ['2'] }, sorts: [], pageSizes: [50] }
/** On wide screens the drawing opens automatically. */
const WIDE = '(min-width: 64em)'

export function LinksTab({ userId }: { userId: string }) {
  const { t } = useTranslation('links')
  const { state, dispatch } = useTableAddress(SHAPE)
  const links = useQuery(linksQuery(userId, state.filters.depth === '2' ? 2 : 1))
  const kinds = links.data?.kinds ?? LINK_KINDS
  return (
    <Card title={t('title')}>
      <p className={classes.text}>{t('text')}</p>
      <div className={classes.filters}>
        <TableFilterField
          filter={{ key: 'kind', label: t('kind'), options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })) }}
          value={state.filters.kind ?? ''}
          onChange={(value) => dispatch({ type: 'filter', key: 'kind', value })}
        />
        <NativeSelect
          size="xs"
          label={t('depth')}
          value={state.filters.depth ?? ''}
          onChange={(event) => dispatch({ type: 'filter', key: 'depth', value: event.currentTarget.value })}
          data={[
            { value: '', label: t('depths.1') },
            { value: '2', label: t('depths.2') },
          ]}
        />
        {isNarrowed(state) && (
          <Button size="xs" variant="subtle" onClick={() => dispatch({ type: 'clear' })}>
            {t('clear')}
          </Button>
        )}
      </div>
      {links.isError && !links.data && <ErrorState message={errorText(links.error)} onRetry={() => void links.refetch()} />}
      {links.isPending && <RowsSkeleton rows={6} />}
      {links.data && <Found links={links.data} kind={LINK_KINDS.find((one) => one === state.filters.kind) ?? null} />}
    </Card>
  )
}

function Found({ links, kind }: { links: PersonLinks; kind: PersonLinks['kinds'][number] | null }) {
  const { t } = useTranslation('links')
  const graph = filteredByKind(links, kind)
  if (links.things.length === 0) return <EmptyState title={t('nothing')} />
  if (graph.things.length === 0) return <EmptyState title={t('nothingOfKind')} />
  return (
    <>
      <Summary graph={graph} />
      {links.peopleLeftOut > 0 && <p className={classes.notice}>{t('leftOut', { count: links.peopleLeftOut })}</p>}
      {links.isCut && <p className={classes.notice}>{t('cut')}</p>}
      <DrawingPlace graph={graph} />
      <LinkList graph={graph} />
    </>
  )
}

function Summary({ graph }: { graph: Graph }) {
  const { t } = useTranslation('links')
  const { people, listed, high, alerts } = prioritiesIn(graph)
  const worries = [
    listed > 0 ? t('summary.listed', { count: listed }) : '',
    high > 0 ? t('summary.high', { count: high }) : '',
    alerts > 0 ? t('summary.alerts', { count: alerts }) : '',
  ].filter((part) => part)
  return (
    <p className={classes.summary} role="status">
      <strong>{t('summary.people', { count: people })}</strong>
      {worries.length > 0 && `: ${worries.join(' · ')}`}
    </p>
  )
}

function DrawingPlace({ graph }: { graph: Graph }) {
  const { t } = useTranslation('links')
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isShown = chosen ?? isWide
  return (
    <div className={classes.drawingPlace}>
      <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setChosen(!isShown)}>
        {t(isShown ? 'drawing.hide' : 'drawing.show')}
      </Button>
      {isShown && <Drawing graph={graph} />}
    </div>
  )
}
