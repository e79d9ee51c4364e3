/** /application/administrative/users, 'Gestión de usuarios' (ADM-15): staff and customers, their roles and their access. */
import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../../session.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { TeamTab } from './team-tab.tsx'

const CustomersTab = lazyComponent(async () => (await import('./customers-tab.tsx')).CustomersTab, { waiting: <RowsSkeleton rows={6} /> })
const InvitationsTab = lazyComponent(async () => (await import('./invitations-tab.tsx')).InvitationsTab, {
  waiting: <RowsSkeleton rows={6} />,
})
const TABS = ['team', 'invitations', 'customers'] as const

export default function StaffScreen() {
  const { t } = useTranslation('staff')
  const navigate = useNavigate()
  const { tab: asked } = useSearch({ strict: false })
  const mayInvite = useAccount()?.permissions.includes('roles.grant') ?? false
  const tabs = TABS.filter((name) => name !== 'invitations' || mayInvite)
  const tab = tabs.find((name) => name === asked) ?? 'team'
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next === 'team' ? undefined : next }, resetScroll: false })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('title')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="team" pt="md">
          <TeamTab />
        </Tabs.Panel>
        <Tabs.Panel value="invitations" pt="md">
          <InvitationsTab />
        </Tabs.Panel>
        <Tabs.Panel value="customers" pt="md">
          <CustomersTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
