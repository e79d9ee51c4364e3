/**
 * /application/administrative/approvals, 'Aprobaciones' (ADM-14): maker-checker decisions of two officers. Tab and open request are kept in
 * the address.
 */
import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ApprovalModal } from './approval-modal.tsx'
import { type ApprovalsSearch, readSearch, TABS } from './approvals-search.ts'
import { ApprovalsTable } from './approvals-table.tsx'

export default function ApprovalsScreen() {
  const { t } = useTranslation('approvals')
  const navigate = useNavigate()
  const search = readSearch(useSearch({ strict: false }))
  function show({ tab, request }: ApprovalsSearch): void {
    void navigate({ to: '.', search: { tab: tab === 'waiting' ? undefined : tab, request }, resetScroll: false })
  }
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Tabs value={search.tab} onChange={(tab) => show(readSearch({ tab }))} keepMounted={false}>
        <Tabs.List aria-label={t('title')}>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            <ApprovalsTable tab={tab} onOpen={(request) => show({ tab, request })} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <ApprovalModal id={search.request ?? null} onClose={() => show({ tab: search.tab })} />
    </>
  )
}
