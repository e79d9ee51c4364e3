/** Side menu of the back-office: four collapsible groups with remembered state (SHELL-06). Pages without permission are left out. */
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './admin-menu.module.css'
import { isDeeperCurrent } from './deeper-entry.ts'
import { mayOpenPage } from './page-permissions.ts'

/** In the administrative paths the account menu only leads out (SHELL-05). */
const OWN = [
  { to: '/application/configuration', label: 'title.configuration' },
  { to: '/application/login-report', label: 'title.loginReport' },
] as const

const FOLDED_KEY = 'tunjo.folded-menu'

const GROUPS = [
  {
    name: 'system',
    entries: [
      { to: 'users-list', label: 'title.users' },
      { to: 'roles-list', label: 'title.roles' },
      { to: 'black-list', label: 'title.blackList' },
      { to: 'control-lists', label: 'title.controlLists' },
      { to: 'fees', label: 'title.fees' },
      { to: 'configuration', label: 'title.platformConfiguration' },
    ],
  },
  {
    name: 'operations',
    entries: [
      { to: 'verification/trabajo', label: 'menu.mine' },
      { to: 'withdrawals', label: 'title.withdrawalApproval' },
      { to: 'verification/', label: 'title.kyc' },
      { to: 'conversations', label: 'title.conversations' },
      { to: 'regulatory', label: 'title.regulatory' },
      { to: 'data-requests', label: 'title.dataRequests' },
      { to: 'approvals', label: 'title.approvals' },
    ],
  },
  {
    name: 'financial',
    entries: [
      { to: 'financial/deposits/', label: 'title.deposits' },
      { to: 'financial/withdrawals/', label: 'title.withdrawals' },
      { to: 'financial/trades', label: 'title.trades' },
      { to: 'financial/orders', label: 'title.orders' },
      { to: 'financial/fiat/', label: 'menu.fiat' },
      { to: 'financial/anomalies', label: 'title.anomalies' },
      { to: 'login-report', label: 'title.deviceAccess' },
      { to: 'financial/wallet', label: 'title.custody' },
      { to: 'financial/balance', label: 'title.balance' },
      { to: 'financial/stopped', label: 'title.stopped' },
    ],
  },
  {
    name: 'staff',
    entries: [
      { to: 'users', label: 'title.staff' },
      { to: 'audit', label: 'title.audit' },
    ],
  },
] as const satisfies readonly { name: string; entries: readonly { to: string; label: string }[] }[]
type Group = (typeof GROUPS)[number]

const pathOf = (to: string) => `/application/administrative/${to}`

interface AdminMenuProps {
  /** The officer's permissions; the server checks them again at each call. */
  permissions: readonly string[]
  onChoose?: () => void
}

export function AdminMenu({ permissions, onChoose }: AdminMenuProps) {
  const { t } = useTranslation('shell')
  const [folded, setFolded] = useLocalStorage<string[]>({ key: FOLDED_KEY, defaultValue: [], getInitialValueInEffect: false })
  const fold = ({ name }: Group) => setFolded(folded.includes(name) ? folded.filter((other) => other !== name) : [...folded, name])
  return (
    <>
      <nav aria-label={t('menu.label')} className={classes.menu}>
        {GROUPS.filter(({ entries }) => entries.some(({ to }) => mayOpenPage(pathOf(to), permissions))).map((group) => (
          <MenuGroup
            key={group.name}
            group={group}
            permissions={permissions}
            isOpen={!folded.includes(group.name)}
            onToggle={() => fold(group)}
            onChoose={onChoose}
          />
        ))}
      </nav>
      <nav aria-label={t('menu.own')} className={classes.menu}>
        <ul className={classes.list}>
          {OWN.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={classes.entry} onClick={onChoose}>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

interface MenuGroupProps {
  group: Group
  permissions: readonly string[]
  isOpen: boolean
  onToggle: () => void
  onChoose?: () => void
}

function MenuGroup({ group: { name, entries }, permissions, isOpen, onToggle, onChoose }: MenuGroupProps) {
  const { t } = useTranslation('shell')
  const listId = useId()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const offered = entries.filter(({ to }) => mayOpenPage(pathOf(to), permissions))
  return (
    <div>
      <button type="button" className={classes.group} aria-expanded={isOpen} aria-controls={listId} onClick={onToggle}>
        {t(`menu.${name}`)}
        <IconChevronDown size={16} aria-hidden className={classes.chevron} />
      </button>
      <ul id={listId} className={classes.list} hidden={!isOpen}>
        {offered.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={pathOf(to)}
              activeOptions={{ exact: isDeeperCurrent(path, to, offered) }}
              className={classes.entry}
              onClick={onChoose}
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
