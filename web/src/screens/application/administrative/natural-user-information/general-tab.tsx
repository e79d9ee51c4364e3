/** 'Información general' (ADM-05): declared data, level by level, and the state of each supporting document. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MoreInformation, StepsToFollow, UserInformation } from '@tunjo/contract/compliance-person'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { resultsQuery, stepsQuery } from '../../../../api/compliance.ts'
import { errorText } from '../../../../api/error-text.ts'
import { openHitsQuery } from '../../../../api/screening.ts'
import { loadPhrases } from '../../../../i18n/index.ts'
import { useAccount } from '../../../../session.ts'
import { formatCop } from '../../../../ui/amount-format.ts'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { CheckStrip } from './checks/check-strip.tsx'
import { DOCUMENT_KINDS } from './document-kinds.ts'
import classes from './person.module.css'
import { type DocumentView, documentFor, documentPath, tabPath } from './person-views.ts'
import { RiskCard } from './risk/risk-card.tsx'
import type { StepKind } from './steps/step-state.ts'

const MoreCards = lazyComponent(
  async () => (await Promise.all([import('./more-cards.tsx'), loadPhrases(['renewals', 'tax-residence'])]))[0].MoreCards,
)
const StepLine = lazyComponent(async () => (await import('./steps/step-line.tsx')).StepLine, { isOptional: true })
const NewsButton = lazyComponent(
  async () => (await Promise.all([import('./news/news-button.tsx'), loadPhrases(['timeline'])]))[0].NewsButton,
)

export function GeneralTab({ person }: { person: UserInformation }) {
  const { t } = useTranslation('review')
  const steps = useQuery(stepsQuery(person.userId))
  const results = useQuery(resultsQuery(person.userId))
  return (
    <>
      <Card title={t('steps.title')}>
        {steps.isError && <ErrorState message={errorText(steps.error)} onRetry={() => void steps.refetch()} />}
        {steps.isPending && <RowsSkeleton rows={4} />}
        {steps.data && <Steps person={person} steps={steps.data} />}
      </Card>
      <Card title={t('summary.title')}>
        {results.isError && <ErrorState message={errorText(results.error)} onRetry={() => void results.refetch()} />}
        {results.isPending && <RowsSkeleton rows={6} />}
        {results.data && <Results person={person} results={results.data} />}
        <CheckStrip userId={person.userId} />
      </Card>
      <RiskCard userId={person.userId} />
      <MoreCards userId={person.userId} />
    </>
  )
}

interface Step {
  kind: StepKind
  name: string
  lines: readonly (readonly [string, string | null])[]
}

function Steps({ person, steps }: { person: UserInformation; steps: StepsToFollow }) {
  const { t } = useTranslation('review')
  const levels = [firstLevel(t, person, steps.Level1), secondLevel(t, steps.Level2), thirdLevel(t, steps.Level3)]
  if (levels.every((cards) => cards.length === 0)) return <p className={classes.plain}>{t('steps.nothing')}</p>
  return levels.map((cards, index) =>
    cards.length === 0 ? null : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the level is the position
      <section key={index} className={classes.steps} aria-label={t('steps.level', { level: index + 1 })}>
        <h3>{t('steps.level', { level: index + 1 })}</h3>
        <div className={classes.cards}>
          {cards.map(({ kind, name, lines }) => (
            <div key={name} className={classes.step}>
              <h4>{name}</h4>
              <Summary label={name} lines={lines.map(([line, value]): SummaryLine => ({ name: line, value: value ?? t('unknown') }))} />
              <StepLine userId={person.userId} kind={kind} name={name} />
            </div>
          ))}
        </div>
      </section>
    ),
  )
}

type Phrase = TFunction<'review'>

function firstLevel(t: Phrase, person: UserInformation, level: StepsToFollow['Level1']): Step[] {
  if (!level) return []
  const { identification, pep, profile_data, questions, screening } = level
  const band = (range: typeof questions.responseA) =>
    range && (range.maximum === null ? t('steps.orMore', { minimum: formatCop(range.minimum) }) : formatCop(range.maximum))
  return [
    {
      kind: 'survey',
      name: t('steps.financial'),
      lines: [
        [t('steps.monthly'), band(questions.responseA)],
        [t('steps.yearly'), band(questions.responseB)],
      ],
    },
    {
      kind: 'profile',
      name: t('steps.profile'),
      lines: [
        [t('steps.email'), profile_data.email],
        [t('steps.country'), person.country],
        [t('steps.type'), profile_data.type],
      ],
    },
    { kind: 'pep', name: t('steps.pep'), lines: [[t('steps.pepDeclared'), pep === null ? null : t(pep ? 'yes' : 'no')]] },
    {
      kind: 'identification',
      name: t('steps.identification'),
      lines: [
        [t('steps.document'), identification.Document],
        [t('steps.number'), identification.Number],
      ],
    },
    {
      kind: 'screening',
      name: t('steps.screening'),
      lines: [
        [t('steps.background'), screening.Antecedentes ?? t('steps.notSearched')],
        [t('steps.lists'), screening.Listas ?? t('steps.notSearched')],
      ],
    },
  ]
}

function secondLevel(t: Phrase, level: StepsToFollow['Level2']): Step[] {
  if (!level) return []
  const { address, financial_profile: profile } = level
  return [
    {
      kind: 'address',
      name: t('steps.address'),
      lines: [
        [t('steps.country'), address.country],
        [t('steps.home'), address.home],
      ],
    },
    {
      kind: 'financial',
      name: t('steps.financialProfile'),
      lines: [
        [t('steps.occupation'), profile.occupation || null],
        [t('steps.activity'), profile.economic_activity || null],
        [t('steps.description'), profile.description_activity],
      ],
    },
  ]
}

const thirdLevel = (t: Phrase, level: StepsToFollow['Level3']): Step[] =>
  level ? [{ kind: 'nature', name: t('steps.nature'), lines: [[t('steps.documents'), String(level.nature_operations)]] }] : []

type RowName = keyof MoreInformation
interface ResultRow {
  name: RowName
  result: string | null
  state: MoreInformation['ID']['state']
}
const ROWS: readonly RowName[] = ['ID', 'Direction', 'PEPS', 'Antecedentes', 'Lists', 'Novelty']
/** Document of each row; Novedad has no document and lists the changes instead. */
const PROOF: Readonly<Record<RowName, DocumentView | null>> = {
  ID: 'id',
  Direction: 'address',
  PEPS: 'pep',
  Antecedentes: 'list',
  Lists: 'list',
  Novelty: null,
}

function Results({ person, results }: { person: UserInformation; results: MoreInformation }) {
  const { t } = useTranslation('review')
  const { userId } = person
  const columns: readonly Column<ResultRow>[] = [
    { key: 'document', header: t('summary.document'), render: ({ name }) => t(`summary.${name}`), isLead: true },
    { key: 'result', header: t('summary.result'), render: (row) => <Result userId={userId} {...row} /> },
    { key: 'state', header: t('summary.state'), render: ({ state }) => <StatusBadge kind={DOCUMENT_KINDS[state]}>{state}</StatusBadge> },
    {
      key: 'proof',
      header: t('summary.proof'),
      render: ({ name, state }) => <Proof person={person} name={name} isThere={state !== 'No entregado'} />,
    },
  ]
  return (
    <DataTable
      label={t('summary.title')}
      columns={columns}
      rows={ROWS.map((name) => ({ name, ...results[name] }))}
      rowKey={({ name }) => name}
    />
  )
}

/** Decision, with the number of undecided hits. */
function Result({ userId, name, result, state }: ResultRow & { userId: string }) {
  const { t } = useTranslation(['review', 'screening'])
  const mayRead = useAccount()?.permissions.includes('screening.read') ?? false
  const isOfLists = name === 'Lists' || name === 'PEPS'
  const hits = useQuery({ ...openHitsQuery(userId), enabled: mayRead && isOfLists })
  const open = hits.data?.[name === 'PEPS' ? 'pep' : 'sanctions'] ?? 0
  if (name === 'Antecedentes' && state === 'No entregado')
    return result ? t('summary.notSearched', { risk: result }) : t('steps.notSearched')
  if (!isOfLists || open === 0) return result ?? t('unknown')
  return (
    <>
      {result ?? t('unknown')} ·{' '}
      <Anchor component={Link} to={tabPath(userId, 'coincidencias')} underline="always" inherit>
        {t('screening:hits.toDecide', { count: open })}
      </Anchor>
    </>
  )
}

function Proof({ person: { userId, typeUser }, name, isThere }: { person: UserInformation; name: RowName; isThere: boolean }) {
  const { t } = useTranslation('review')
  const document = PROOF[name]
  if (!document) return <NewsButton userId={userId} />
  // Nothing to open; a screen reader announces it.
  if (!isThere)
    return (
      <span className={classes.inactive} aria-disabled="true">
        {t('summary.view')}
      </span>
    )
  return (
    <Anchor
      component={Link}
      to={documentPath(userId, documentFor(document, typeUser))}
      aria-label={t('summary.viewOf', { row: t(`summary.${name}`) })}
      underline="always"
    >
      {t('summary.view')}
    </Anchor>
  )
}
