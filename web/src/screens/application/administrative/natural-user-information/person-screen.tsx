/**
 * /application/administrative/naturalUserInformation/$id, 'Verificacion KYC' (ADM-04 … ADM-08, ADM-11): one person, with a URL for each tab
 * and document.
 */
import { Anchor, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { UserInformation } from '@tunjo/contract/compliance-person'
import type { Permission } from '@tunjo/contract/permissions'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { informationQuery } from '../../../../api/compliance.ts'
import { errorText } from '../../../../api/error-text.ts'
import { loadPhrases } from '../../../../i18n/index.ts'
import { listOfPeople } from '../../../../parts/list-of-people.ts'
import { useAccount } from '../../../../session.ts'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { TabLinks } from '../../../../ui/tab-links/tab-links.tsx'
import { useKeyCommands } from '../../../../ui/use-key-commands.ts'
import { CheckLine } from './checks/check-line.tsx'
import { useCheckArrival } from './checks/use-checks.ts'
import { GeneralTab } from './general-tab.tsx'
import classes from './person.module.css'
import { PersonPanel } from './person-panel.tsx'
import { documentFor, documentPath, type PersonView, TABS, type Tab, tabPath, viewOf } from './person-views.ts'
import { useNextReview } from './use-next-review.ts'

const waiting = <RowsSkeleton rows={6} />
const ReviewView = lazyComponent(async () => (await import('./review/review-view.tsx')).ReviewView, { waiting })
const FinancialTab = lazyComponent(
  async () => (await Promise.all([import('./financial-tab.tsx'), loadPhrases(['bank-review'])]))[0].FinancialTab,
  { waiting },
)
const AlertsTab = lazyComponent(async () => (await import('./alerts/alerts-tab.tsx')).AlertsTab, { waiting })
const HitsTab = lazyComponent(async () => (await import('./hits/hits-tab.tsx')).HitsTab, { waiting })
const dialog = { close: ({ onClose }: { onClose: () => void }) => onClose() }
const ClaimLegend = lazyComponent(async () => (await import('./claim-legend.tsx')).ClaimLegend)
const NotesTab = lazyComponent(async () => (await import('./notes/notes-tab.tsx')).NotesTab, { waiting })
const ConversationsTab = lazyComponent(async () => (await import('./conversations/conversations-tab.tsx')).ConversationsTab, { waiting })
const TimelineTab = lazyComponent(
  async () => (await Promise.all([import('./timeline/timeline-tab.tsx'), loadPhrases(['timeline'])]))[0].TimelineTab,
  { waiting },
)
const LinksTab = lazyComponent(
  async () => {
    const [{ LinksTab: Loaded }] = await Promise.all([import('./links/links-tab.tsx'), loadPhrases(['links'])])
    return Loaded
  },
  { waiting },
)
const LevelModal = lazyComponent(async () => (await import('./level-modal.tsx')).LevelModal, { dialog })
const KeysHelp = lazyComponent(async () => (await import('./keys-help.tsx')).KeysHelp, { dialog })
/** Preloaded after the page: a key opens the dialogs, and the keys typed next belong to them. */
const bringDialogs = () => [LevelModal, KeysHelp].map(({ preload }) => preload())

export default function PersonScreen() {
  const { id = '', tab, document } = useParams({ strict: false })
  const { t } = useTranslation('review')
  const information = useQuery(informationQuery(id))
  const view = viewOf({ tab, document })
  const [back] = useState(listOfPeople)
  return (
    <>
      <header className={classes.header}>
        <Anchor
          renderRoot={(props) => <Link to={back.pathname} search={back.search} {...props} />}
          aria-label={t('back')}
          className={classes.back}
        >
          <IconArrowLeft aria-hidden />
        </Anchor>
        <Title order={1}>{t('title')}</Title>
      </header>
      {!view && <p>{t('missing')}</p>}
      {view && information.isError && !information.data && (
        <ErrorState message={errorText(information.error)} onRetry={() => void information.refetch()} />
      )}
      {view && !information.isError && !information.data && <RowsSkeleton rows={8} />}
      {view && information.data && <Person key={id} person={information.data} view={view} />}
    </>
  )
}

/** Below this width the panel is above the tab (person.module.css), and an opened tab scrolls into view. */
const STACKED = '(max-width: 63.99em)'

type Dialog = 'level' | 'keys' | null

function Person({ person, view: asked }: { person: UserInformation; view: PersonView }) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<Dialog>(null)
  const view: PersonView = 'document' in asked ? { document: documentFor(asked.document, person.typeUser) } : asked
  const permissions = useAccount()?.permissions ?? []
  const next = useNextReview(person.userId)
  useCheckArrival(person.userId)
  const mayChangeLevel = permissions.includes('kyc.level')
  const close = () => setDialog(null)
  useKeyCommands(
    {
      '?': () => setDialog('keys'),
      n: next.take,
      i: () => void navigate({ to: tabPath(person.userId, 'general') }),
      ...(mayChangeLevel ? { l: () => setDialog('level') } : {}),
      ...('tab' in view ? { v: () => void navigate({ to: documentPath(person.userId, 'id') }) } : {}),
    },
    dialog === null,
  )
  useEffect(() => void bringDialogs(), [])
  const isReview = 'document' in view
  const isStacked = useMediaQuery(STACKED, undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <div className={classes.page} data-review={isReview || undefined}>
      <PersonPanel
        person={person}
        isBrief={isReview || (isStacked && view.tab !== 'general')}
        onChangeLevel={mayChangeLevel ? () => setDialog('level') : null}
      />
      <div className={classes.content}>
        <ClaimLegend userId={person.userId} />
        {isReview ? (
          <ReviewView
            key={view.document}
            person={person}
            document={view.document}
            isBlocked={dialog !== null}
            onEarned={() => mayChangeLevel && setDialog('level')}
            onKeys={() => setDialog('keys')}
            next={next}
          />
        ) : (
          <>
            <TabRow userId={person.userId} open={view.tab} permissions={permissions} />
            {view.tab !== 'general' && <CheckLine userId={person.userId} />}
            <TabContent person={person} tab={view.tab} />
          </>
        )}
      </div>
      {dialog === 'level' && <LevelModal userId={person.userId} onClose={close} />}
      {dialog === 'keys' && <KeysHelp onClose={close} />}
    </div>
  )
}

function TabRow({ userId, open, permissions }: { userId: string; open: Tab; permissions: readonly string[] }) {
  const { t } = useTranslation('review')
  const shown = TABS.filter((name) => mayOpen(name, permissions))
  const tabs = shown.map((name) => ({ to: tabPath(userId, name), label: t(`tabs.${TAB_NAMES[name]}`), isOpen: name === open }))
  return <TabLinks label={t('tabs.label')} tabs={tabs} />
}

/** Permission that a tab needs in addition to reading the person. */
const TAB_PERMISSION: Partial<Record<Tab, Permission>> = {
  coincidencias: 'screening.read',
  expediente: 'cases.read',
  mensajes: 'cases.read',
}
const mayOpen = (tab: Tab, permissions: readonly string[]): boolean => {
  const needed = TAB_PERMISSION[tab]
  return needed === undefined || permissions.includes(needed)
}

const TAB_NAMES = {
  general: 'general',
  financiera: 'financial',
  alertas: 'alerts',
  coincidencias: 'hits',
  vinculos: 'links',
  expediente: 'notes',
  mensajes: 'messages',
  'linea-de-tiempo': 'timeline',
} as const satisfies Record<Tab, string>

function TabContent({ person, tab }: { person: UserInformation; tab: Tab }) {
  if (tab === 'general') return <GeneralTab person={person} />
  if (tab === 'financiera') return <FinancialTab person={person} />
  if (tab === 'coincidencias') return <HitsTab userId={person.userId} />
  if (tab === 'vinculos') return <LinksTab userId={person.userId} />
  if (tab === 'expediente') return <NotesTab userId={person.userId} />
  if (tab === 'mensajes') return <ConversationsTab userId={person.userId} />
  if (tab === 'linea-de-tiempo') return <TimelineTab userId={person.userId} />
  return <AlertsTab userId={person.userId} />
}
